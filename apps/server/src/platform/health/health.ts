import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock/clock.ts";

/** Something that a server, or what people do with it, depends on. */
export interface Check {
  /** What is wrong, in words; undefined where all is well. Throws, or does not answer, where it is away. */
  readonly look: () => Promise<string | undefined>;
  /** Whether this server is of no use without it: then it is not ready. */
  readonly isEssential: boolean;
}
export type Checks = Readonly<Record<string, Check>>;

/** How it stands with one check. */
export interface Finding {
  readonly check: string;
  readonly isEssential: boolean;
  /** Null where all is well. */
  readonly fault: { readonly why: string; readonly since: Date } | null;
}

export interface HealthOptions {
  readonly clock: Clock;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** How long a check may take; 3,000 ms by default. */
  readonly timeoutMs?: number;
}

export interface Health {
  /** All checks, run once for all who ask within a second. */
  findings(): Promise<readonly Finding[]>;
}

const TIMEOUT_MS = 3_000;
/** Findings are kept for so long: who asks without end costs nothing. */
const KEPT_MS = 1_000;

const inWords = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "it fails without a reason";

function look({ look: run }: Check, timeoutMs: number): Promise<string | undefined> {
  const silent = `it has not answered for ${timeoutMs / 1000} s`;
  return Promise.race([run(), sleep(timeoutMs, silent, { ref: false })]).catch(inWords);
}

/** Whether each check finds all well, and since when it does not. */
export function createHealth(checks: Checks, options: HealthOptions): Health {
  const { clock, now, timeoutMs = TIMEOUT_MS } = options;
  const began = new Map<string, Date>();
  let at = -Infinity;
  let latest: Promise<readonly Finding[]> | undefined;

  async function find(check: string, of: Check): Promise<Finding> {
    const why = await look(of, timeoutMs);
    const { isEssential } = of;
    if (why === undefined) {
      began.delete(check);
      return { check, isEssential, fault: null };
    }
    const since = began.get(check) ?? clock();
    began.set(check, since);
    return { check, isEssential, fault: { why, since } };
  }

  return {
    findings: () => {
      if (latest !== undefined && now() - at < KEPT_MS) return latest;
      at = now();
      latest = Promise.all(Object.entries(checks).map(([name, of]) => find(name, of)));
      return latest;
    },
  };
}

/**
 * `ok`; `degraded`: this server answers calls, but something that people wait for is not done;
 * `unavailable`: it is of no use.
 */
export type HealthStatus = "ok" | "degraded" | "unavailable";

export function statusOf(findings: readonly Finding[]): HealthStatus {
  const faulty = findings.filter(({ fault }) => fault !== null);
  if (faulty.length === 0) return "ok";
  return faulty.some(({ isEssential }) => isEssential) ? "unavailable" : "degraded";
}
