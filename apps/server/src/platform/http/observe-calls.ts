import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "../metrics/metrics.ts";
import { UNLIMITED } from "./call-limits.ts";
import { isOperator, type OperatorAccess } from "./operator.ts";

const SECRET_QUERY =
  /([?&](?:code|state|token|access_token|refresh_token|id_token|id_token_hint|client_secret|nonce|x-amz-[a-z-]+)=)[^&#\s]*/gi;

/** An address without the values that open doors. */
export function withoutSecrets(address: string): string {
  return address.replace(SECRET_QUERY, "$1[hidden]");
}

const QUIET = /^\/(assets\/|healthz|readyz|metrics)/;

/**
 * Logs each call, counts calls and their durations by route, and serves the figures of the process at
 * `/metrics` to the operator.
 */
export function observeCalls(app: FastifyInstance, access: OperatorAccess, metrics: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, url } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = request.routeOptions.url ?? "none";
    metrics.calls.observe({ method, route, status: classOf(status) }, elapsedTime / 1000);
    const level = QUIET.test(url) ? "debug" : "info";
    const ms = Math.round(elapsedTime);
    request.log[level]({ method, url: withoutSecrets(url), status, ms }, "call");
  });
  serveMetrics(app, access, metrics);
}

/** `2xx` and so on: each route has few series. */
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/** Serves the figures of the process at `/metrics` to the operator. */
export function serveMetrics(
  app: FastifyInstance,
  access: OperatorAccess,
  { registry }: Pick<Metrics, "registry">,
): void {
  app.get("/metrics", { schema: { hide: true }, config: UNLIMITED }, async (request, reply) => {
    if (!isOperator(request, access))
      throw new AppError("ROUTE_NOT_FOUND", "there is nothing at /metrics");
    void reply.type(registry.contentType).header("cache-control", "no-store");
    return registry.metrics();
  });
}
