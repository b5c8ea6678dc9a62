import type { Generated, JSONColumnType } from "kysely";

/** Index of the file, offset and length in source bytes, whether it may be stored as frames. */
export type PlannedSegment = [file: number, offset: number, length: number, zipped: boolean];
/** A segment as its sender announced it; whether it is zipped is left out where that is as planned. */
export type SegmentClaim = [storedBytes: number, xxh128: string, zipped?: boolean];

declare module "../platform/postgres/schema.ts" {
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
      /** When the rebuild that proved it began to read what had landed. */
      verified: Date | null;
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
      /** Number of the last form that was given out for a piece of it. */
      form: Generated<number>;
      /** Of all its source bytes, as they were verified, where they came in several pieces. */
      xxh128: string | null;
      /** On the first object of a decompressed file: the version of what was decompressed. */
      rebuilt_version: string | null;
      published: Generated<boolean>;
    };
    /** What was announced of each piece of an object; no two of them overlap. */
    upload_pieces: {
      upload_id: string;
      ordinal: number;
      /** Number of its form, and the lease that was for. */
      form: number;
      lease: number;
      /** Where its source bytes begin in the object, and how many they are. */
      source_offset: number;
      length: number;
      stored_bytes: number;
      checksum: string;
      /** One for each of the object's segments. */
      claims: JSONColumnType<SegmentClaim[]>;
      /** Version of what landed, as it was verified. */
      version: string | null;
    };
    /** How far a rebuild has come, in source bytes. */
    upload_rebuilds: {
      upload_id: string;
      total_bytes: number;
      verified_bytes: number;
      rebuilt_bytes: number;
    };
    /** Landing places of plans that are no more; late posts may still end there. */
    abandoned_landings: {
      prefix: string;
      since: Generated<Date>;
      swept: Date | null;
    };
  }
}
