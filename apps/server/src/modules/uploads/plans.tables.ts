import type { Generated, JSONColumnType } from "kysely";

/** Index of the file, offset and length in source bytes, whether it may be stored as frames. */
type PlannedSegment = [file: number, offset: number, length: number, zipped: boolean];
/** A segment as its sender announced it; whether it is zipped is left out where that is as planned. */
export type SegmentClaim = [storedBytes: number, xxh128: string, zipped?: boolean];

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    upload_plans: {
      upload_id: string;
      is_update: boolean;
      base_folder: string;
      digest: string;
      /** Whose plan it is: another owner begins with one of their own. */
      subject: string | null;
      /** Name of its landing place; empty of plans from before they had one. */
      landing: string;
      total_bytes: number;
      total_files: number;
      proven: Generated<boolean>;
      settled: Generated<boolean>;
    };
    upload_manifest_pages: {
      upload_id: string;
      page: number;
      /** JSON of a thousand files, as `file-rows.ts` writes them. */
      files: string;
    };
    upload_objects: {
      upload_id: string;
      ordinal: number;
      name: string;
      source_bytes: number;
      segments: JSONColumnType<PlannedSegment[]>;
      stored_bytes: number | null;
      checksum: string | null;
      claims: JSONColumnType<SegmentClaim[]> | null;
      /** Number of the last form that was given out for it, and the lease that was for. */
      form: Generated<number>;
      lease: Generated<number>;
      /** Version of what landed, as it was verified. */
      version: string | null;
      /** On the first object of a decompressed file: the version of what was decompressed. */
      rebuilt_version: string | null;
      published: Generated<boolean>;
    };
    /** Landing places of plans that are no more; late posts may still end there. */
    abandoned_landings: {
      prefix: string;
      since: Generated<Date>;
      swept: Date | null;
    };
  }
}
