import { createHash } from "node:crypto";
import type { BucketRole } from "@swath/contract/uploads";
import { dataPrefix } from "../../domain/uploads/sealed-files.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface ReplacedDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  /** How long replaced files are kept; 0: none are. */
  readonly keptDays: number;
}

type Of = Pick<Upload, "flight_id" | "type">;

/** Where a replaced file is kept, below the uploads bucket; nothing of its name is in it. */
export function keptKey(replacement: number, path: string): string {
  return `replaced/${replacement}/${createHash("sha256").update(path).digest("hex")}`;
}

/** The key of a file of the data, in each of its buckets. */
export const dataKey = (of: Of, path: string): string => dataPrefix(of) + path;
