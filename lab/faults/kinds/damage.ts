import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../fuzz/chance.ts";
import { foldersOf } from "../place.ts";
import type { Stand } from "../stand.ts";
import type { FaultKind, Planted } from "./fault-kind.ts";

/** How long a submission is waited for. */
const TRIES = 50;
const RETRY_MS = 100;
const HOWS = ["truncated", "emptied", "garbled", "removed"] as const;

function damage(file: string, how: (typeof HOWS)[number]): boolean {
  try {
    if (how === "truncated") truncateSync(file, Math.floor(statSync(file).size / 2));
    if (how === "emptied") truncateSync(file, 0);
    if (how === "garbled") writeFileSync(file, "\0\0{ not json");
    if (how === "removed") rmSync(file);
    return true;
  } catch {
    return false;
  }
}

const filesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
};

/** Submissions that have not ended. */
async function openKeys({ db }: Stand): Promise<string[]> {
  const rows = await db
    .selectFrom("run_submissions")
    .select("key")
    .where("state", "<>", "ended")
    .execute();
  return rows.map(({ key }) => key);
}

async function damageFile(stand: Stand, chance: Chance): Promise<Planted> {
  const { spool, compute } = foldersOf(stand.place);
  const isLocal = stand.place.engine === "local";
  const [how, choice, ofEngine, ofLedger] = [
    chance.pick(HOWS),
    chance.below(1_000),
    chance.happens(0.5) && isLocal,
    chance.happens(0.1) && isLocal,
  ];
  if (ofLedger) {
    const done = damage(join(compute, "budget.json"), how);
    return { what: done ? `budget.json ${how}` : "no ledger to damage", touches: [] };
  }
  let keys: string[] = [];
  for (let tried = 0; tried < TRIES && keys.length === 0; tried += 1) {
    await sleep(RETRY_MS);
    keys = await openKeys(stand).catch((): string[] => []);
  }
  const key = keys[choice % Math.max(keys.length, 1)];
  if (key === undefined) return { what: "no file to damage", touches: [] };
  const files = filesOf(ofEngine ? join(compute, "runs", key) : join(spool, key));
  const file = files[choice % Math.max(files.length, 1)];
  if (file === undefined || !damage(file, how))
    return { what: "no file to damage", touches: [key] };
  return { what: `${file.slice(stand.place.folder.length + 1)} ${how}`, touches: [key] };
}

export const DAMAGE: FaultKind = { name: "file-damaged", plant: damageFile };
