import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../fuzz/chance.ts";
import type { UploadClient } from "./client-runs.ts";
import type { UploadStand } from "./upload-stand.ts";

/** What a fault is planted in. */
interface Surroundings {
  readonly stand: UploadStand;
  readonly client: UploadClient;
  readonly chance: Chance;
}

/** A fault: settles when it is over, with what was done; undefined where it met nothing. */
export interface UploadFaultKind {
  readonly name: string;
  readonly plant: (surroundings: Surroundings) => Promise<string | undefined>;
}

const MOST_AWAY_MS = 4_000;
const SHORTEST_MS = 500;
const BETWEEN_KILLS_MS = 400;

const away = (chance: Chance): number => SHORTEST_MS + chance.below(MOST_AWAY_MS);

/** Objects and pieces that landed and are not rebuilt. */
function landed({ data }: UploadStand): string[] {
  const folder = join(data, "objects/swath-uploads");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

function flipInStore({ stand, chance }: Surroundings): string | undefined {
  const paths = landed(stand);
  if (paths.length === 0) return undefined;
  const path = chance.pick(paths);
  const bytes = readFileSync(path);
  const at = chance.below(bytes.length);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
  return `byte ${at} of ${bytes.length} in ${path.slice(stand.data.length + 1)}`;
}

async function killInRow({ stand, chance }: Surroundings): Promise<string> {
  for (let kills = 0; kills < 2; kills += 1) {
    const restarted = stand.killWorker();
    stand.killPostgres();
    stand.way.reset();
    await restarted;
    await sleep(chance.below(BETWEEN_KILLS_MS));
  }
  return "worker, PostgreSQL and connections, twice";
}

/** Kinds that need nothing of the client but that it runs. */
export const UPLOAD_KINDS: readonly UploadFaultKind[] = [
  {
    name: "client-killed",
    plant: async ({ client }) => (client.kill() ? "SIGKILL" : undefined),
  },
  {
    name: "server-killed",
    plant: async ({ stand }) => {
      await stand.killServer();
      return "SIGKILL";
    },
  },
  {
    name: "worker-killed",
    plant: async ({ stand }) => {
      await stand.killWorker();
      return "SIGKILL";
    },
  },
  {
    name: "machine-killed",
    plant: async ({ stand }) => {
      await stand.killMachine();
      return "SIGKILL of server, worker and PostgreSQL";
    },
  },
  {
    name: "postgres-killed",
    plant: async ({ stand }) => (stand.killPostgres() ? "SIGKILL of the postmaster" : undefined),
  },
  { name: "killed-in-a-row", plant: killInRow },
  {
    name: "reset",
    plant: async ({ stand }) => {
      const ended = stand.way.reset();
      return ended === 0 ? undefined : `${ended} connections`;
    },
  },
  {
    name: "cut",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      await stand.way.cut(ms);
      return `for ${ms} ms`;
    },
  },
  {
    name: "busy",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      await stand.way.busy(ms);
      return `503 for ${ms} ms`;
    },
  },
  {
    name: "flipped-on-way",
    plant: async ({ stand }) =>
      (await stand.way.flip(MOST_AWAY_MS)) ? "a bit of a post" : undefined,
  },
  { name: "flipped-in-store", plant: async (surroundings) => flipInStore(surroundings) },
];
