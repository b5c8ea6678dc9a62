import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { UNLIMITED } from "./call-limits.ts";
import { isOperator, type OperatorAccess } from "./operator.ts";

/** What a server needs to be of use; each throws, or does not answer, where it is away. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const TIMEOUT_MS = 3_000;
/** Results are kept for so long: whoever asks without end costs nothing. */
const KEPT_MS = 1_000;

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  const passed = check().then(() => true);
  return Promise.race([passed, sleep(TIMEOUT_MS, false, { ref: false })]).catch(() => false);
}

/** Runs the checks, once for all who ask within a second. */
function sharedResults(checks: Checks): () => Promise<Readonly<Record<string, boolean>>> {
  let begun = -Infinity;
  let results: Promise<Record<string, boolean>> | undefined;
  const run = async (): Promise<Record<string, boolean>> => {
    const each = Object.entries(checks).map(
      async ([name, check]) => [name, await passes(check)] as const,
    );
    return Object.fromEntries(await Promise.all(each));
  };
  return () => {
    if (results !== undefined && performance.now() - begun < KEPT_MS) return results;
    begun = performance.now();
    results = run();
    return results;
  };
}

/** What the operator is told besides, which makes no server unready; by name, in words. */
export type Remarks = Readonly<Record<string, string>>;

/**
 * `/healthz`: the process answers. `/readyz`: what it needs answers too; else 503, with what does
 * not for the operator.
 */
export function reportHealth(
  app: FastifyInstance,
  { checks, remarks = {} }: { readonly checks: Checks; readonly remarks?: Remarks | undefined },
  access: OperatorAccess,
): void {
  const quiet = { schema: { hide: true }, config: UNLIMITED };
  const resultsOf = sharedResults(checks);
  app.get("/healthz", quiet, async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/readyz", quiet, async (request, reply) => {
    const results = await resultsOf();
    const ready = Object.values(results).every(Boolean);
    void reply.code(ready ? 200 : 503).header("cache-control", "no-store");
    const status = ready ? "ok" : "unavailable";
    return isOperator(request, access) ? { status, checks: results, ...remarks } : { status };
  });
}
