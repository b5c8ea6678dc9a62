import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server of this machine that carries so much, and counts it. */
export interface SlowWay {
  readonly origin: string;
  /** Bytes that went up so far. */
  readonly sent: () => number;
  /** From now on, of each connection. */
  readonly limit: (bytesPerSecond: number) => void;
  readonly close: () => void;
}

/** Opens a way to a port; connections that end on one side end on the other. */
export async function openSlowWay(port: number, bytesPerSecond: number): Promise<SlowWay> {
  let rate = bytesPerSecond;
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    to.pipe(from);
    from.on("data", (bytes) => {
      sent += bytes.length;
      to.write(bytes);
      from.pause();
      setTimeout(() => from.resume(), (bytes.length / rate) * 1000);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    sent: () => sent,
    limit: (next) => {
      rate = next;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
