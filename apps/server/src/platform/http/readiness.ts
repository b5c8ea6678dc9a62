import type { FastifyInstance } from "fastify";
import { type Finding, type Health, statusOf } from "../health/health.ts";
import { UNLIMITED } from "./call-limits.ts";
import { isOperator, type OperatorAccess } from "./operator.ts";

/** What the operator is told besides, which makes no server unready; by name, in words. */
export type Remarks = Readonly<Record<string, string>>;

const toldOf = ({ check, fault }: Finding): [string, unknown] => [
  check,
  fault === null ? { ok: true } : { ok: false, why: fault.why, since: fault.since.toISOString() },
];

/**
 * `/healthz`: the process answers. `/readyz`: whether this server is of use, else 503; the operator also
 * learns what does not work and since when, and what is not done though the server answers.
 */
export function reportHealth(
  app: FastifyInstance,
  { health, remarks = {} }: { readonly health: Health; readonly remarks?: Remarks | undefined },
  access: OperatorAccess,
): void {
  const quiet = { schema: { hide: true }, config: UNLIMITED };
  app.get("/healthz", quiet, async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/readyz", quiet, async (request, reply) => {
    const findings = await health.findings();
    const status = statusOf(findings);
    void reply.code(status === "unavailable" ? 503 : 200).header("cache-control", "no-store");
    return isOperator(request, access)
      ? { status, checks: Object.fromEntries(findings.map(toldOf)), ...remarks }
      : { status };
  });
}
