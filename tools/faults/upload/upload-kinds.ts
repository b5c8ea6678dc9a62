import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LEASE_MS } from "@swath/contract/uploads";
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
/** Beyond a lease: 90 s at most. */
const MOST_LONGER_ASLEEP_MS = 30_000;
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

/** Other bytes of the same size at the end of the largest file, where no reader looks. */
function changeSource({ client, chance }: Surroundings): string {
  const file = largestIn(client.folder);
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 1 + chance.below(255);
  writeFileSync(file, bytes);
  return `the last byte of ${basename(file)}`;
}

function largestIn(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const bySize = paths.toSorted((a, b) => statSync(b).size - statSync(a).size);
  return bySize[0]!;
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
    name: "client-twice",
    plant: async ({ client }) =>
      client.startAnother() ? "one more, of the same folder" : undefined,
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
  {
    name: "postgres-silent",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      return (await stand.silencePostgres(ms)) ? `for ${ms} ms` : undefined;
    },
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
      await stand.way.refuse(503, ms);
      return `503 for ${ms} ms`;
    },
  },
  {
    name: "server-errors",
    plant: async ({ stand, chance }) => {
      const ms = away(chance);
      await stand.way.refuse(500, ms);
      return `500 for ${ms} ms`;
    },
  },
  {
    name: "asleep",
    plant: async ({ client, chance }) => {
      const ms = LEASE_MS + chance.below(MOST_LONGER_ASLEEP_MS);
      return (await client.sleep(ms)) ? `for ${ms} ms` : undefined;
    },
  },
  {
    name: "flipped-on-way",
    plant: async ({ stand }) =>
      (await stand.way.flip(MOST_AWAY_MS)) ? "a bit of a post" : undefined,
  },
  { name: "flipped-in-store", plant: async (surroundings) => flipInStore(surroundings) },
  { name: "source-changed", plant: async (surroundings) => changeSource(surroundings) },
];
