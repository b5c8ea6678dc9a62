import type { RequestListener } from "node:http";

/** Probes of a load balancer: they cost nothing, and their answer must not wait. */
const PROBES: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);

/**
 * Starts requests one in each turn of the event loop, so that many at once keep nobody else waiting:
 *
 * connection/C8 callers take turns, each with one request; a caller is an address with a token, because
 *    a proxy or an office has one address for all; probes do not wait.
 */
export function fairStart(
  handle: RequestListener,
  nextTurn: (run: () => void) => void = setImmediate,
): RequestListener {
  /** Requests that wait, by caller; the caller at the front is the next one. */
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;
  const turn = (): void => {
    const [next] = waiting;
    isTaken = next !== undefined;
    if (next === undefined) return;
    const [caller, requests] = next;
    waiting.delete(caller);
    const start = requests.shift();
    if (requests.length > 0) waiting.set(caller, requests);
    nextTurn(turn);
    start?.();
  };
  return (request, reply) => {
    const start = (): void => {
      if (!request.socket.destroyed) handle(request, reply);
    };
    if (PROBES.has(request.url)) start();
    else if (isTaken) {
      const caller = `${request.socket.remoteAddress} ${request.headers.authorization}`;
      const requests = waiting.get(caller);
      if (requests === undefined) waiting.set(caller, [start]);
      else requests.push(start);
    } else {
      isTaken = true;
      nextTurn(turn);
      start();
    }
  };
}
