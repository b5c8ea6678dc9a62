import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";

/**
 * Sends each request to the next of several servers, as a load balancer without affinity does: a
 * server that takes no connection is passed over; a request that was under way is lost with it.
 */
export async function balance(port: number, targets: readonly number[]): Promise<Server> {
  let turn = 0;
  const forward = (incoming: IncomingMessage, answer: ServerResponse, left: number): void => {
    const target = targets[turn++ % targets.length];
    let connected = false;
    const { url: path, method, headers } = incoming;
    const forwarded = request({ port: target, path, method, headers, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
      reply.on("error", () => answer.destroy());
    });
    forwarded.once("socket", (socket) =>
      socket.once("connect", () => {
        connected = true;
        incoming.pipe(forwarded);
      }),
    );
    forwarded.on("error", () => {
      if (!connected && left > 1) forward(incoming, answer, left - 1);
      else answer.destroy();
    });
  };
  const server = createServer((incoming, answer) => forward(incoming, answer, targets.length));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
