import { once } from "node:events";
import { connect, createServer } from "node:net";

/**
 * Forwards this machine's port of an address to the same port of another host: programs call a server
 * without TLS on their own machine alone. Forwards as long as the process lives.
 */
export async function forwardTo(origin: string, host: string): Promise<void> {
  const port = Number(new URL(origin).port);
  const server = createServer((near) => {
    const far = connect(port, host);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy());
  });
  server.listen(port, "localhost");
  await once(server, "listening");
}
