import type { Generated } from "kysely";

declare module "../platform/postgres/schema.ts" {
  interface Database {
    /** The latest scrub of an upload's stored data. */
    scrubs: {
      upload_id: string;
      begun: Date;
      /** Null while it is under way. */
      ended: Date | null;
      /** When the manifests that it goes by were sealed. */
      sealed: string;
      /** Places that it has read. */
      position: number;
      /** Bytes that all scrubs of this upload have read. */
      bytes: number;
      /** Places that it found in cold storage, and did not read. */
      cold: Generated<number>;
    };
    /** Orders of people to read all stored files of an upload at full speed. */
    stored_verifications: {
      id: Generated<number>;
      upload_id: string;
      subject: string;
      user_name: string;
      ordered: Generated<Date>;
      /** Null while it waits. */
      begun: Date | null;
      ended: Date | null;
      outcome: "read" | "cancelled" | "replaced" | null;
      cancelled_by: string | null;
      /** When the manifests that it goes by were sealed. */
      sealed: string | null;
      /** Places that it has read. */
      position: Generated<number>;
      files: Generated<number>;
      /** Bytes that it has read, those of the files under way included. */
      bytes: Generated<number>;
      total_bytes: Generated<number>;
      /** Files that it found damaged. */
      damaged: Generated<number>;
      /** Places that it found in cold storage, and did not read. */
      cold: Generated<number>;
    };
  }
}
