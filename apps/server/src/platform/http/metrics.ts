import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

/** Counts calls and their durations by route, and serves them to Prometheus at `/metrics`. */
export function measure(app: FastifyInstance): Registry {
  const registry = new Registry();
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
    const call = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: String(reply.statusCode),
    };
    count.inc(call);
    duration.observe(call, reply.elapsedTime / 1000);
  });
  app.get("/metrics", { schema: { hide: true } }, async (_request, reply) => {
    void reply.type(registry.contentType).header("cache-control", "no-store");
    return registry.metrics();
  });
  return registry;
}
