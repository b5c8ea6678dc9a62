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
      /** How often a form for it was given out. */
      authorised: Generated<number>;
      published: Generated<boolean>;
    };
  }
}
