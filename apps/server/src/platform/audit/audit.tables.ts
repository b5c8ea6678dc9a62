import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { AuditAction } from "@swath/contract/history";

declare module "../postgres/schema.ts" {
  interface Database {
    /** Append-only: the database refuses UPDATE, TRUNCATE, and DELETE of what is younger than 400 days. */
    "audit.events": {
      id: GeneratedAlways<number>;
      /** Set by the database's clock. */
      at: Generated<Date>;
      action: AuditAction;
      actor: "person" | "swath" | "nobody";
      subject: string | null;
      name: string | null;
      flight_id: string | null;
      upload_id: string | null;
      detail: JSONColumnType<Record<string, unknown>>;
      address: string | null;
      request_id: string | null;
    };
  }
}
