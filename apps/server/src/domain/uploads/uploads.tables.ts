import type { ColumnType, Generated } from "kysely";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    uploads: {
      id: string;
      flight_id: string;
      type: UploadType;
      sensor_name: string;
      /** Changed by `moveUploadStatus` alone: an update that sets it does not compile. */
      status: ColumnType<UploadStatus, UploadStatus, never>;
      /** Who moved it last: the owner. */
      subject: string | null;
      user_name: string | null;
      fingerprint: string | null;
      /** The page that sends it, or sent it last; null where it does not say which it is. */
      holder: string | null;
      updated: Generated<Date>;
      is_update: Generated<boolean>;
      reason: string | null;
      locations: Generated<string[]>;
      /** When the data in storage was last made ready, and by whom it was sent. */
      ready_at: Date | null;
      ready_by: string | null;
      /** When the lease of an active upload was last renewed; null without one. */
      lease_renewed: Date | null;
      /** How many leases it had: the number of the one that holds, or held last. */
      lease: Generated<number>;
      /** When its slot was last seen to be used, or was offered to it; the source bytes missing then. */
      slot_used: Date | null;
      slot_missing: number | null;
      /** The office that it was last moved from, whose slots it takes; null elsewhere. */
      office: Generated<string | null>;
      /** Its place in the queue, kept while it sends. */
      place: number | null;
    };
  }
}
