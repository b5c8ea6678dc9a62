import Fastify, { type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Health } from "../platform/health/health.ts";
import { reportHealth } from "../platform/http/readiness.ts";
import { serveMetrics } from "../platform/http/observe-calls.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { Config } from "./config/read-config.ts";
import { listen } from "./listen.ts";

interface WorkerParts {
  readonly log: Logger;
  readonly health: Health;
  readonly metrics: Metrics;
}

/** Answers `/healthz`, `/readyz` and `/metrics` of a worker, where the configuration gives it a port. */
export async function serveWorker(
  { workPort: port, host, operators }: Pick<Config, "workPort" | "host" | "operators">,
  { log, health, metrics }: WorkerParts,
): Promise<{ readonly close: () => Promise<void> }> {
  if (port === undefined) return { close: async () => undefined };
  const app = Fastify({
    loggerInstance: log,
    forceCloseConnections: true,
    bodyLimit: 1_024,
  }) as unknown as FastifyInstance;
  reportHealth(app, { health }, operators);
  serveMetrics(app, operators, metrics);
  await listen(app, { port, host, setting: "SWATH_WORK_PORT" });
  return { close: () => app.close() };
}
