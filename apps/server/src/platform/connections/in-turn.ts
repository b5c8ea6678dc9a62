import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Most requests that wait for a connection's former replies; a browser sends none ahead. */
const MOST_AHEAD = 16;

type Exchange = readonly [request: IncomingMessage, reply: ServerResponse];

/**
 * Answers what a connection sends ahead in turn:
 *
 * connection/C5 a request is handled once the reply before it has gone, so that what nobody reads is one
 *    reply for each connection; a connection that sends more than {@link MOST_AHEAD} ahead is destroyed.
 */
export function inTurn(handle: RequestListener): RequestListener {
  /** What waits, for each connection that is being answered. */
  const waiting = new WeakMap<Socket, Exchange[]>();
  const begin = (request: IncomingMessage, reply: ServerResponse): void => {
    const { socket } = request;
    reply.once("close", () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else if (!socket.destroyed) begin(...next);
    });
    handle(request, reply);
  };
  return (request, reply) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      begin(request, reply);
    } else if (ahead.length < MOST_AHEAD) ahead.push([request, reply]);
    else socket.destroy();
  };
}
