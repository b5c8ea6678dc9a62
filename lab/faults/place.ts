import { join } from "node:path";
import type { ComputeOptions } from "../../apps/server/src/platform/open-compute.ts";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import type { ObjectStoreOptions } from "../../apps/server/src/platform/open-store.ts";

/** Where everything of a stand lies; what its servers are started with. */
export interface Place {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly engine: EngineName;
}

export const ENGINES = ["local", "slurm"] as const;
export type EngineName = (typeof ENGINES)[number];

const CPUS = 4;
const MEMORY_BYTES = 4_000_000_000;
const MOST_MINUTES = 60;

function setting(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  throw new Error(`${name} is not set: faults of Slurm need a running one (tools/engines)`);
}

/** Folders of a stand. */
export const foldersOf = ({ folder }: Pick<Place, "folder">) => ({
  data: join(folder, "data"),
  objects: join(folder, "data", "objects"),
  spool: join(folder, "runs"),
  compute: join(folder, "compute"),
  scratch: join(folder, "scratch"),
  /** A line for each manifest that a server wrote. */
  publications: join(folder, "publications.ndjson"),
  problems: join(folder, "problems.log"),
});

/** What the servers of a stand open as their engine. */
export function computeOptions(place: Place): ComputeOptions {
  const { compute: folder, scratch } = foldersOf(place);
  if (place.engine === "local")
    return { kind: "local", folder, scratch, cpus: CPUS, memoryBytes: MEMORY_BYTES };
  return {
    kind: "slurm",
    url: setting("SLURM_REST_URL"),
    version: setting("SLURM_REST_VERSION"),
    user: setting("SLURM_USER"),
    tokenFile: setting("SLURM_TOKEN_FILE"),
    node: process.execPath,
    maxMinutes: MOST_MINUTES,
    scratch,
  };
}

export const BUCKETS = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;

export const storeOptions = (place: Pick<Place, "folder">): ObjectStoreOptions => ({
  kind: "file",
  dataFolder: foldersOf(place).data,
  publicUrl: "",
});
