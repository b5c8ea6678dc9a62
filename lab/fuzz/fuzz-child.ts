import { openSync, writeSync } from "node:fs";
import { fuzzInput } from "./fuzz-input.ts";
import type { FuzzTarget } from "./targets.ts";

/** The outcome of a run of inputs; sent to the watching process. */
export type ChildReport =
  | { readonly is: "done"; readonly readable: number; readonly slowestMs: number }
  | { readonly is: "finding"; readonly index: number; readonly reason: string };

const MOST_MS = 1000;

const [modulePath = "", name = "", seed = "", from = "", to = "", progress = ""] =
  process.argv.slice(2);
const { TARGETS } = (await import(modulePath)) as { TARGETS: Record<string, FuzzTarget> };
const target = TARGETS[name];
if (target === undefined) throw new Error(`no reader ${name}`);
const place = openSync(progress, "r+");
const current = new Float64Array(1);

/** Reports the current input to the watching process, which must know it when this process hangs. */
function announce(index: number): void {
  current[0] = index;
  writeSync(place, current, 0, 8, 0);
}

function report(message: ChildReport): void {
  process.send?.(message, () => process.disconnect());
}

async function readOne(reader: FuzzTarget, index: number): Promise<[ok: boolean, ms: number]> {
  const { source } = fuzzInput(reader, Number(seed), index);
  const before = process.cpuUsage();
  const { ok } = await reader.read(source);
  const { user, system } = process.cpuUsage(before);
  return [ok, (user + system) / 1000];
}

async function run(reader: FuzzTarget): Promise<ChildReport> {
  let [readable, slowestMs] = [0, 0];
  for (let index = Number(from); index < Number(to); index++) {
    announce(index);
    try {
      const [ok, ms] = await readOne(reader, index);
      if (ok) readable += 1;
      slowestMs = Math.max(slowestMs, ms);
      if (ms >= MOST_MS) return { is: "finding", index, reason: `took ${Math.round(ms)} ms` };
    } catch (error) {
      const reason = `threw ${error instanceof Error ? error.stack : String(error)}`;
      return { is: "finding", index, reason };
    }
  }
  return { is: "done", readable, slowestMs };
}

report(await run(target));
