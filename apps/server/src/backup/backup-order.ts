import type { BucketRole } from "@swath/contract/uploads";
import type { Clock } from "../platform/clock/clock.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { BackupKeys } from "./backup-keys.ts";
import type { ObjectVersions } from "./objects/object-versions.ts";

/** The parts of an installation that is backed up. */
export interface BackupDeps {
  readonly db: Db;
  /** Of the database. */
  readonly url: string;
  readonly store: ObjectStore;
  readonly storeKind: "file" | "s3";
  /** The store's own versions, where they are named instead of copying objects. */
  readonly versions: ObjectVersions | undefined;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  readonly installation: string;
  readonly release: string;
  readonly keys: BackupKeys;
  /** Files of the data folder that a restore brings back. */
  readonly folderFiles: ReadonlyMap<string, Buffer>;
  readonly settings: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

export interface BackupOrder {
  readonly to: string;
  /** Whom it is encrypted for; nobody: it is not. */
  readonly recipients: readonly string[];
  /** Snapshots that are kept, this one among them; undefined: all. */
  readonly keep?: number | undefined;
  readonly signal: AbortSignal;
}
