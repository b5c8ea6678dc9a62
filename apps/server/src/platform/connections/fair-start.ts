import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as systemTurn } from "node:timers/promises";
import { FairQueue } from "../concurrency/fair-queue.ts";

/** Most requests that wait for a connection's former replies; a browser sends none ahead. */
const MOST_AHEAD = 16;

type Exchange = readonly [request: IncomingMessage, reply: ServerResponse];

/** Answers the requests that a connection sends ahead in turn (connection/C5). */
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

/** Probes of a load balancer: they cost nothing, and their answer must not wait. */
const PROBES: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);

/**
 * Starts requests one in each turn of the event loop, so that many at once keep nobody else waiting
 * (connection/C8).
 */
export function fairStart(
  handle: RequestListener,
  nextTurn: () => Promise<void> = systemTurn,
): RequestListener {
  const queue = new FairQueue(1);
  return (request, reply) => {
    const { socket, headers, url } = request;
    const start = (): void => {
      if (!socket.destroyed) handle(request, reply);
    };
    if (PROBES.has(url)) return start();
    const of = `${socket.remoteAddress} ${headers.authorization}`;
    return void queue.run({ of, takes: 0 }, () => {
      start();
      return nextTurn();
    });
  };
}
