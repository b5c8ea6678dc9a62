import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";

/** Names of this machine, which no name service can be made to answer for. */
export const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A probe knows the address of a server only. */
const PROBES = /^\/(healthz|readyz)(\?|$)/;

/**
 * Refuses calls by a name that is not this server's: a page of another site that has its own name
 * lead here (DNS rebinding) reads nothing, and no reply names a host that its caller made up.
 */
export function refuseForeignHosts(
  app: FastifyInstance,
  publicUrl: URL,
  hosts: readonly string[],
): void {
  const known = new Set([publicUrl.hostname, ...hosts].map((name) => name.toLowerCase()));
  app.addHook("onRequest", async (request) => {
    const name = request.host.replace(/:\d*$/, "").toLowerCase();
    if (known.has(name) || LOOPBACK.has(name) || PROBES.test(request.url)) return;
    throw new AppError("INVALID_REQUEST", "this server has another name", {});
  });
}
