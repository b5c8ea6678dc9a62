import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { UNLIMITED } from "./call-limits.ts";

/** What a server needs to be of use; each throws, or does not answer, where it is away. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const TIMEOUT_MS = 3_000;

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  const passed = check().then(() => true);
  return Promise.race([passed, sleep(TIMEOUT_MS, false, { ref: false })]).catch(() => false);
}

/** `/healthz`: the process answers. `/readyz`: what it needs answers too; else 503 with what does not. */
export function reportHealth(app: FastifyInstance, checks: Checks): void {
  const quiet = { schema: { hide: true }, config: UNLIMITED };
  app.get("/healthz", quiet, async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/readyz", quiet, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
    );
    const ready = results.every(([, passed]) => passed);
    void reply.code(ready ? 200 : 503).header("cache-control", "no-store");
    return { status: ready ? "ok" : "unavailable", checks: Object.fromEntries(results) };
  });
}
