import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopPostmaster } from "../../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import type { Chance } from "../../fuzz/chance.ts";
import { foldersOf } from "../place.ts";
import type { Stand } from "../stand.ts";
import type { FaultKind, Planted } from "./fault-kind.ts";

const MOST_AWAY_MS = 6_000;
const MOST_FULL_MS = 5_000;
const BLOCK = Buffer.alloc(65_536);
/** More than the small disk has, and little should it be no disk of its own. */
const FILLED_BLOCKS = 1_000;
const PID_FILE = "postmaster.pid";

async function restartPostgres({ postgres }: Stand, chance: Chance): Promise<Planted> {
  const [abrupt, away] = [chance.happens(0.5), chance.below(MOST_AWAY_MS)];
  const pid = Number(readFileSync(join(postgres.cluster, PID_FILE), "utf8").split("\n")[0]);
  if (abrupt) process.kill(pid, "SIGQUIT");
  await stopPostmaster(postgres.cluster);
  await sleep(away);
  await postgres.start();
  return { what: `PostgreSQL ${abrupt ? "aborted" : "stopped"}, away ${away} ms`, touches: [] };
}

async function storeAway({ place }: Stand, chance: Chance): Promise<Planted> {
  const { objects } = foldersOf(place);
  const away = 500 + chance.below(MOST_AWAY_MS);
  await rename(objects, `${objects}.away`);
  await sleep(away);
  const remade = existsSync(objects);
  await rm(objects, { recursive: true, force: true });
  await rename(`${objects}.away`, objects);
  const what = `store away ${away} ms`;
  return { what, touches: [], ...(remade ? { violation: `${what}: another was made` } : {}) };
}

async function fillDisk({ place, hasSmallDisk }: Stand, chance: Chance): Promise<Planted> {
  const full = 500 + chance.below(MOST_FULL_MS);
  if (!hasSmallDisk) return { what: "no small disk can be mounted", touches: [] };
  const file = join(foldersOf(place).scratch, "filler");
  try {
    for (let block = 0; block < FILLED_BLOCKS; block += 1) appendFileSync(file, BLOCK);
  } catch {
    // It ends where there is no more room.
  }
  await sleep(full);
  await rm(file, { force: true });
  return { what: `scratch full for ${full} ms`, touches: "all" };
}

export const SURROUNDINGS: readonly FaultKind[] = [
  { name: "postgres-restart", plant: restartPostgres, delays: true },
  { name: "store-away", plant: storeAway },
  { name: "disk-full", plant: fillDisk },
];
