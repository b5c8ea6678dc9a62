import { join } from "node:path";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import type { ObjectStoreOptions } from "../../apps/server/src/platform/object-store/from-config.ts";

/** Where everything of a stand lies; what its servers are started with. */
export interface Place {
  readonly folder: string;
  readonly databaseUrl: string;
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

export const BUCKETS = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;

export const storeOptions = (place: Pick<Place, "folder">): ObjectStoreOptions => ({
  kind: "file",
  dataFolder: foldersOf(place).data,
  publicUrl: "",
});
