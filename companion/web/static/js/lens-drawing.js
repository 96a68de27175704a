// What to do with the target, as a drawing: how to tilt it, or where in the picture to show it.

const SVG = "http://www.w3.org/2000/svg";
const FLAT = [[25, 14], [95, 14], [95, 66], [25, 66]];
const TILTED = {
  left: [[32, 24], [95, 12], [95, 68], [32, 56]],
  right: [[25, 12], [88, 24], [88, 56], [25, 68]],
  top: [[36, 22], [84, 22], [98, 66], [22, 66]],
  bottom: [[22, 14], [98, 14], [84, 58], [36, 58]],
};
const AWAY = {
  left: "M24 40H8m6-6-6 6 6 6", right: "M96 40h16m-6-6 6 6-6 6",
  top: "M60 18V4m-6 6 6-6 6 6", bottom: "M60 62v14m-6-6 6 6 6-6",
};

export function drawTarget(drawing, progress) {
  const key = JSON.stringify(progress && [progress.advice, progress.tilt, progress.zone, progress.counts]);
  if (drawing.dataset.drawn === key) return;
  drawing.dataset.drawn = key;
  const isPlace = progress?.zone && progress.counts;
  drawing.replaceChildren(...(isPlace ? zones(progress) : sheet(progress?.tilt)));
}

function zones({ counts, zone }) {
  const high = 80 / counts.length;
  const wide = 120 / counts[0].length;
  const parts = counts.flatMap((row, at) => row.map((count, col) => {
    const box = make("rect", "zone", { x: col * wide, y: at * high, width: wide, height: high });
    box.style.fillOpacity = Math.min(0.75, count / 16);
    return box;
  }));
  parts.push(make("rect", "wanted", {
    x: zone[0] * wide + 1.5, y: zone[1] * high + 1.5, width: wide - 3, height: high - 3,
  }));
  return parts;
}

function sheet(tilt) {
  const corners = TILTED[tilt] ?? FLAT;
  const parts = [make("polygon", "sheet", { points: corners.join(" ") })];
  for (let row = 0; row < 4; row += 1) {
    for (let col = row % 2; col < 6; col += 2) {
      const around = [[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]];
      const points = around.map(([x, y]) => within(corners, 0.08 + (0.84 * x) / 6, 0.1 + (0.8 * y) / 4));
      parts.push(make("polygon", "square", { points: points.join(" ") }));
    }
  }
  if (tilt) parts.push(make("path", "away", { d: AWAY[tilt] }));
  return parts;
}

function within([a, b, c, d], x, y) {
  return [0, 1].map((axis) => (
    (1 - y) * ((1 - x) * a[axis] + x * b[axis]) + y * ((1 - x) * d[axis] + x * c[axis])
  ));
}

function make(name, kind, attributes) {
  const part = document.createElementNS(SVG, name);
  part.setAttribute("class", kind);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  return part;
}
