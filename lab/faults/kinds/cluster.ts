import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Chance } from "../../fuzz/chance.ts";
import type { Stand } from "../stand.ts";
import type { FaultKind, Planted } from "./fault-kind.ts";

const SCRIPT = join(import.meta.dirname, "../../../tools/engines/slurm.sh");
const slurm = (...words: string[]) => promisify(execFile)("bash", [SCRIPT, ...words]);
const NODES = 3;
const MOST_AWAY_MS = 6_000;
/** A node that is silent for 10 s is lost; it may be back before. */
const MOST_LOST_MS = 20_000;

const LOOK_MS = 2_500;

/**
 * The operator's part, until aborted: a controller that was killed gives a job's number again, upon which
 * Slurm drains nodes, at any submission that comes after.
 */
export async function resumeDrained(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await sleep(LOOK_MS);
    // Where the controller is away it is looked at again.
    await slurm("resume").catch(() => {});
  }
}

async function killController(_stand: Stand, chance: Chance): Promise<Planted> {
  const away = chance.below(MOST_AWAY_MS);
  await slurm("kill-controller");
  await sleep(away);
  await slurm("controller");
  return { what: `slurmctld killed, away ${away} ms`, touches: [] };
}

/** Its tasks run on. */
async function killDaemon(_stand: Stand, chance: Chance): Promise<Planted> {
  const [node, away] = [String(1 + chance.below(NODES)), chance.below(MOST_AWAY_MS)];
  await slurm("kill-daemon", node);
  await sleep(away);
  await slurm("node", node);
  return { what: `slurmd of n${node} killed, away ${away} ms`, touches: [] };
}

async function loseNode(_stand: Stand, chance: Chance): Promise<Planted> {
  const [node, away] = [String(1 + chance.below(NODES)), chance.below(MOST_LOST_MS)];
  await slurm("kill-node", node);
  await sleep(away);
  await slurm("node", node);
  return { what: `n${node} lost with all that it ran, away ${away} ms`, touches: [] };
}

export const CLUSTER: readonly FaultKind[] = [
  { name: "slurmctld-killed", engine: "slurm", plant: killController },
  { name: "slurmd-killed", engine: "slurm", plant: killDaemon },
  { name: "node-lost", engine: "slurm", plant: loseNode },
];
