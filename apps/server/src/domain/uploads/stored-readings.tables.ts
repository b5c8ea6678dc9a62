import type { StoredFault } from "@swath/contract/uploads";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** Runs of places that were read and found as sealed, by their numbers in the sealed data. */
    stored_readings: {
      upload_id: string;
      /** When the manifests that number the places were sealed. */
      sealed: string;
      from_place: number;
      /** Behind the last. */
      to_place: number;
      /** None of them was read before. */
      read_at: Date;
    };
    /** Stored files that are not what was sealed, as the latest reading found them. */
    scrub_findings: {
      upload_id: string;
      bucket: string;
      key: string;
      fault: StoredFault;
      found: Date;
    };
  }
}
