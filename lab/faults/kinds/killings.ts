import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../fuzz/chance.ts";
import { type FoundProcess, runnersOf, taskProcesses } from "../runners.ts";
import type { Stand } from "../stand.ts";
import type { FaultKind, Planted } from "./fault-kind.ts";

const POLL_MS = 50;
const MOST_RESTART_MS = 4_000;
const TAKE_OVER_LIMIT_MS = 60_000;
const FIND_MS = 10_000;
/** Beyond the lease of eight seconds. */
const STOPPED_MS = 11_000;
const MOST_FURTHER_MS = 5_000;

async function killServer({ servers }: Stand, chance: Chance): Promise<Planted> {
  const pause = chance.below(MOST_RESTART_MS);
  // Another one must be there to take over.
  await servers.started();
  const server = servers.sweeping();
  if (server === undefined) return { what: "no server to kill", touches: [] };
  const since = Date.now();
  servers.kill(server);
  const restart = sleep(pause).then(() => servers.start());
  const takeOverMs = await servers.takenOver(server, since, TAKE_OVER_LIMIT_MS);
  await restart;
  return { what: `server ${server.child.pid} killed`, touches: [], takeOverMs };
}

/** Waits until there is one; picks any of them. */
async function find(
  chance: Chance,
  list: () => readonly FoundProcess[],
): Promise<FoundProcess | undefined> {
  const choice = chance.below(1_000);
  for (let waited = 0; waited < FIND_MS; waited += POLL_MS) {
    const found = list();
    if (found.length > 0) return found[choice % found.length];
    await sleep(POLL_MS);
  }
  return undefined;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

async function killRunner({ place }: Stand, chance: Chance): Promise<Planted> {
  const runner = await find(chance, () => runnersOf(place));
  if (runner === undefined || !kill(runner.pid)) return { what: "no runner to kill", touches: [] };
  // The local engine starts another; Slurm takes it for the end of what it ran.
  const touches = place.engine === "local" ? [] : [runner.key];
  return { what: `runner ${runner.pid} of ${runner.key} killed`, touches };
}

async function killTask({ place }: Stand, chance: Chance): Promise<Planted> {
  const task = await find(chance, () => taskProcesses(place));
  if (task === undefined || !kill(task.pid)) return { what: "no task to kill", touches: [] };
  return { what: `process ${task.pid} of ${task.key} killed`, touches: [task.key] };
}

async function stopServer({ servers }: Stand, chance: Chance): Promise<Planted> {
  const server = servers.sweeping();
  const lasts = STOPPED_MS + chance.below(MOST_FURTHER_MS);
  if (server === undefined) return { what: "no server to stop", touches: [] };
  server.child.kill("SIGSTOP");
  await sleep(lasts);
  server.child.kill("SIGCONT");
  return { what: `server ${server.child.pid} stood still for ${lasts} ms`, touches: [] };
}

export const KILLINGS: readonly FaultKind[] = [
  { name: "server-killed", plant: killServer },
  { name: "runner-killed", plant: killRunner },
  { name: "task-killed", plant: killTask },
  { name: "server-stopped", plant: stopServer, delays: true },
];
