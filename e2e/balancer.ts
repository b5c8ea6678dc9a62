import { createServer, request, type Server } from "node:http";
import { once } from "node:events";

/** Sends each request to the next of several servers, as a load balancer without affinity does. */
export async function balance(port: number, targets: readonly number[]): Promise<Server> {
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const target = targets[turn++ % targets.length];
    const forwarded = request(
      { port: target, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    forwarded.on("error", () => answer.destroy());
    incoming.on("error", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
