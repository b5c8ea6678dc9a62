import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyFolder } from "./copied-folder.ts";
import { DRIVE_KINDS } from "./drive-kinds.ts";
import { away, type Planted, type Surroundings, type UploadFaultKind } from "./fault-kind.ts";
import { ROT } from "./published-kinds.ts";
import { PERSON_KINDS } from "./person-kinds.ts";
import { SOURCE_KINDS } from "./source-kinds.ts";
import type { UploadStand } from "./upload-stand.ts";

/** Of a chunk, 64 KiB at most: what is under way crawls. */
const DELAY_MS = 400;
const MOST_FLIP_MS = 4_000;
const BETWEEN_KILLS_MS = 400;
const KILLS_IN_A_ROW = 2;

/** Objects and pieces that landed and are not rebuilt. */
function landed({ data }: UploadStand): string[] {
  const folder = join(data, "objects/swath-uploads");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

function flipInStore({ stand, chance }: Surroundings): Planted | undefined {
  const paths = landed(stand);
  if (paths.length === 0) return undefined;
  const path = chance.pick(paths);
  const bytes = readFileSync(path);
  const at = chance.below(bytes.length);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
  const what = `byte ${at} of ${bytes.length} in ${path.slice(stand.data.length + 1)}`;
  return { what, damagedPieces: 1 };
}

async function killInRow({ stand, chance }: Surroundings): Promise<Planted> {
  for (let kills = 0; kills < KILLS_IN_A_ROW; kills += 1) {
    const restarted = stand.killWorker();
    stand.killPostgres();
    stand.way.reset();
    await restarted;
    await sleep(chance.below(BETWEEN_KILLS_MS));
  }
  return { what: "worker, PostgreSQL and connections, twice", losses: KILLS_IN_A_ROW };
}

async function refuse({ stand, chance }: Surroundings, status: 500 | 503): Promise<Planted> {
  const ms = away(chance);
  await stand.way.refuse(status, ms);
  return { what: `${status} for ${ms} ms` };
}

async function fillDisk({ stand, chance }: Surroundings): Promise<Planted | undefined> {
  const ms = away(chance);
  return (await stand.disk?.fill(ms)) === true ? { what: `for ${ms} ms` } : undefined;
}

/** Bytes that were under way are lost, and nobody is told of it. */
async function cutDatabase({ stand, chance }: Surroundings): Promise<Planted | undefined> {
  const { link } = stand;
  if (link === undefined) return undefined;
  const ms = away(chance);
  link.cut();
  await sleep(ms);
  link.mend();
  return { what: `for ${ms} ms` };
}

const SERVER_KINDS: readonly UploadFaultKind[] = [
  {
    name: "server-killed",
    plant: async ({ stand }) => {
      await stand.killServer();
      return { what: "SIGKILL" };
    },
  },
  {
    name: "worker-killed",
    plant: async ({ stand }) => {
      await stand.killWorker();
      return { what: "SIGKILL" };
    },
  },
  {
    name: "machine-killed",
    plant: async ({ stand }) => {
      await stand.killMachine();
      return { what: "SIGKILL of server, worker and PostgreSQL" };
    },
  },
  {
    name: "postgres-killed",
    plant: async ({ stand }) =>
      stand.killPostgres() ? { what: "SIGKILL of the postmaster" } : undefined,
  },
  {
    name: "postgres-silent",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      return (await stand.silencePostgres(ms)) ? { what: `for ${ms} ms` } : undefined;
    },
  },
  { name: "postgres-cut", plant: cutDatabase },
  { name: "killed-in-a-row", plant: killInRow },
  { name: "disk-full", plant: fillDisk },
  { name: "flipped-in-store", plant: async (surroundings) => flipInStore(surroundings) },
  { name: "folder-copied", plant: copyFolder },
];

const WAY_KINDS: readonly UploadFaultKind[] = [
  {
    name: "reset",
    plant: async ({ stand }) => {
      const ended = stand.way.reset();
      return ended === 0 ? undefined : { what: `${ended} connections` };
    },
  },
  {
    name: "cut",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      await stand.way.cut(ms);
      return { what: `for ${ms} ms` };
    },
  },
  {
    name: "delayed",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      await stand.way.delay(DELAY_MS, ms);
      return { what: `${DELAY_MS} ms a chunk for ${ms} ms` };
    },
  },
  { name: "busy", plant: (surroundings) => refuse(surroundings, 503) },
  { name: "server-errors", plant: (surroundings) => refuse(surroundings, 500) },
  {
    name: "flipped-on-way",
    plant: async ({ stand }) =>
      (await stand.way.flip(MOST_FLIP_MS)) ? { what: "a bit of a post" } : undefined,
  },
];

/** What may happen to an upload, at any moment. */
export const UPLOAD_KINDS: readonly UploadFaultKind[] = [
  ...PERSON_KINDS,
  ...SERVER_KINDS,
  ...WAY_KINDS,
  ...SOURCE_KINDS,
];

/** Of what lies on the drive before, what happens meanwhile, and what befalls published data. */
export const KIND_NAMES: readonly string[] = [
  ...DRIVE_KINDS.map(({ name }) => name),
  ...UPLOAD_KINDS.map(({ name }) => name),
  ROT,
];
