import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { UNLIMITED } from "./call-limits.ts";
import { isOperator, type OperatorAccess } from "./operator.ts";

const SECRET_QUERY =
  /([?&](?:code|state|token|access_token|refresh_token|id_token|id_token_hint|client_secret|nonce|x-amz-[a-z-]+)=)[^&#\s]*/gi;

/** An address without the values that open doors. */
export function withoutSecrets(address: string): string {
  return address.replace(SECRET_QUERY, "$1[hidden]");
}

const QUIET = /^\/(assets\/|healthz|readyz|metrics)/;

/** Figures by their names, each read whenever the metrics are. */
export type Gauges = Readonly<
  Record<string, { readonly help: string; readonly read: () => Promise<number> }>
>;

/** Told of a figure that cannot be read, as while the database is away. */
const UNKNOWN = Number.NaN;

function registerGauges(registry: Registry, gauges: Gauges): void {
  for (const [name, { help, read }] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => gauge.set(await read().catch(() => UNKNOWN)),
    });
  }
}

/**
 * Logs each call, counts calls and their durations by route, and serves the counts and the gauges at
 * `/metrics` to the operator.
 */
export function observeCalls(
  app: FastifyInstance,
  access: OperatorAccess,
  gauges: Gauges = {},
): void {
  const registry = new Registry();
  registerGauges(registry, gauges);
  collectDefaultMetrics({ register: registry });
  const labels = ["method", "route", "status"] as const;
  const count = new Counter({
    name: "http_requests_total",
    help: "Calls answered",
    labelNames: labels,
    registers: [registry],
  });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a call",
    labelNames: labels,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, url } = request;
    const { statusCode: status, elapsedTime } = reply;
    const call = { method, route: request.routeOptions.url ?? "none", status: String(status) };
    count.inc(call);
    duration.observe(call, elapsedTime / 1000);
    const level = QUIET.test(url) ? "debug" : "info";
    const ms = Math.round(elapsedTime);
    request.log[level]({ method, url: withoutSecrets(url), status, ms }, "call");
  });
  app.get("/metrics", { schema: { hide: true }, config: UNLIMITED }, async (request, reply) => {
    if (!isOperator(request, access))
      throw new AppError("ROUTE_NOT_FOUND", "there is nothing at /metrics");
    void reply.type(registry.contentType).header("cache-control", "no-store");
    return registry.metrics();
  });
}
