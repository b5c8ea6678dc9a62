import type { Generated } from "kysely";
import type { ArchiveOrder } from "@swath/contract/archive";

/** A flight's archive is one place for LiDAR and one for imagery. */
export type ArchiveKind = "LiDAR" | "Imagery";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    archives: {
      flight_id: string;
      kind: ArchiveKind;
      bucket: string;
      prefix: string;
      objects: number;
      bytes: number;
      /** SHA-256 of the lines of the archive's manifest, in hex. */
      seal: string;
    };
    archive_orders: {
      flight_id: string;
      status: ArchiveOrder["status"];
      ordered: Generated<Date>;
      ended: Date | null;
      reason: string | null;
    };
  }
}
