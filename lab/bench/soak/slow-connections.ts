import { connect, type Socket } from "node:net";

const head = (method: string, path: string, length: number): string =>
  `${method} ${path} HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${length}\r\n\r\n`;

/** What the connections begin with; those that trickle go on with a byte now and then. */
const KINDS: readonly { readonly begin: string; readonly trickles: boolean }[] = [
  { begin: "", trickles: false },
  { begin: "GET /api/main/flights HTTP/1.1\r\nHost: HOST\r\nX-Slow: ", trickles: true },
  { begin: head("POST", "/api/main/support", 1_000_000), trickles: true },
  { begin: head("POST", "/store/swath-data", 200_000_000), trickles: true },
  { begin: head("POST", "/idp/token", 10_000), trickles: false },
  { begin: "no HTTP\r\n\r\n", trickles: false },
];
const TRICKLE_MS = 5_000;
const AGAIN_MS = 1_000;

/** Keeps so many connections open that bring next to nothing; each that is closed is opened again. */
export function holdConnections(origin: URL, count: number): { opened(): number; stop(): void } {
  const held = new Set<Socket>();
  let opened = 0;
  let stopped = false;
  const open = (kind: number): void => {
    if (stopped) return;
    const { begin, trickles } = KINDS[kind % KINDS.length]!;
    // Half open: its end of the server's side is never answered with its own.
    const socket = connect({
      port: Number(origin.port),
      host: "127.0.0.1",
      // Another machine than the crew's: calls are limited by address.
      localAddress: "127.0.0.2",
      allowHalfOpen: true,
    });
    held.add(socket);
    socket.on("connect", () => {
      opened += 1;
      socket.write(begin.replaceAll("HOST", origin.host));
      if (kind % 2 === 0 && !trickles) socket.end();
    });
    const trickle = trickles ? setInterval(() => socket.write("x"), TRICKLE_MS) : undefined;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(trickle);
      held.delete(socket);
      setTimeout(open, AGAIN_MS, kind).unref();
    });
    socket.resume();
  };
  for (let kind = 0; kind < count; kind += 1) open(kind);
  return {
    opened: () => opened,
    stop() {
      stopped = true;
      for (const socket of held) socket.destroy();
    },
  };
}
