"""A small RTSP camera: FFmpeg films, this hands its packets to whoever asks, over TCP."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import threading


class RtspCamera:
    """An RTSP server on loopback; `stop` pulls its plug."""

    def __init__(self, port: int, *, film: str = "testsrc2=size=640x360:rate=15") -> None:
        self._packets = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._packets.bind(("127.0.0.1", 0))
        self._packets.settimeout(0.2)
        media_port = self._packets.getsockname()[1]
        encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "15"]
        self._ffmpeg = subprocess.Popen(
            [
                *("ffmpeg", "-v", "quiet", "-nostdin", "-re", "-f", "lavfi", "-i", film),
                *("-pix_fmt", "yuv420p", *encoding, "-bsf:v", "dump_extra"),
                *("-f", "rtp", f"rtp://127.0.0.1:{media_port}"),
            ],
            stdout=subprocess.DEVNULL,
        )
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", port))
        self._listener.listen()
        self._listener.settimeout(0.2)
        self._playing: list[socket.socket] = []
        self._open: list[socket.socket] = []
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._accept),
            threading.Thread(target=self._relay),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._ffmpeg.kill()
        self._ffmpeg.wait()
        for peer in self._open:
            with contextlib.suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)
            peer.close()
        for thread in self._threads:
            thread.join(timeout=5)
        self._listener.close()
        self._packets.close()

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                peer, _ = self._listener.accept()
            except OSError:
                continue
            peer.settimeout(None)
            self._open.append(peer)
            answering = threading.Thread(target=self._answer, args=(peer,))
            self._threads.append(answering)
            answering.start()

    def _answer(self, peer: socket.socket) -> None:
        sdp = (
            "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\n"
            "a=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\na=control:track\r\n"
        )
        with contextlib.suppress(OSError), peer.makefile("rb") as lines:
            while not self._stopping.is_set():
                first = lines.readline().decode("latin-1")
                if not first:
                    return
                if first.startswith("$"):
                    continue
                fields = {}
                while (line := lines.readline().decode("latin-1").strip()) != "":
                    name, _, value = line.partition(":")
                    fields[name.lower()] = value.strip()
                method = first.split(" ")[0]
                head = f"RTSP/1.0 200 OK\r\nCSeq: {fields.get('cseq', '0')}\r\nSession: 1\r\n"
                body = ""
                if method == "OPTIONS":
                    head += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
                elif method == "DESCRIBE":
                    body = sdp
                    head += f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
                elif method == "SETUP":
                    head += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
                peer.sendall(f"{head}\r\n{body}".encode())
                if method == "PLAY":
                    self._playing.append(peer)

    def _relay(self) -> None:
        while not self._stopping.is_set():
            try:
                packet = self._packets.recv(65536)
            except OSError:
                continue
            for peer in list(self._playing):
                try:
                    peer.sendall(b"$\x00" + len(packet).to_bytes(2, "big") + packet)
                except OSError:
                    self._playing.remove(peer)
