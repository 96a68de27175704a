// One shape and one letter for each colour: colour never stands alone.

const SHAPES = {
  orange: "diamond", red: "diamond", yellow: "disc", blue: "disc",
  neutral: "square", game_over: "cross",
};
const LETTERS = {
  orange: "O", red: "R", yellow: "Y", blue: "B", neutral: "N", game_over: "X",
};
const COLOURS = Object.fromEntries(Object.entries(LETTERS).map(([word, letter]) => [letter, word]));
const SVG = "http://www.w3.org/2000/svg";

/** An SVG that shows a symbol of the page's sprite. */
export function symbol(id, className = "shape") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

/** The shape of a colour. */
export function shapeOf(colour, className) {
  return symbol(`shape-${SHAPES[colour]}`, className);
}

/** The letter of a colour. */
export function letterOf(colour) {
  return LETTERS[colour] ?? "";
}

/** The shape with the letter in it, as on a cover card. */
export function emblem(colour) {
  const span = document.createElement("span");
  span.className = "emblem";
  span.setAttribute("aria-hidden", "true");
  const letter = document.createElement("b");
  // As a drawing, not as text: those who listen are told the colour by its name.
  letter.dataset.letter = letterOf(colour);
  span.append(shapeOf(colour, ""), letter);
  return span;
}

/** The 25 colours of a key's five rows of letters. */
export function squaresOf(grid) {
  return [...grid.join("")].map((letter) => COLOURS[letter]);
}
