import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { AuditAction } from "@swath/contract/history";

declare module "../postgres/schema.ts" {
  interface Database {
    /** Append-only: the database refuses TRUNCATE, any UPDATE but one that takes a person out, and DELETE of what is younger than 400 days. */
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
    /** The chain of hashes over the audit log; written by functions of the database's owner alone. */
    "audit.seals": {
      number: number;
      from_id: number;
      to_id: number;
      latest: Date;
      sealed: Date;
      /** As the driver reads bigint[]. */
      ids: string[];
      digests: Buffer;
      salts: Buffer;
      previous: Buffer;
      sha256: Buffer;
    };
    /** The last seal that retention removed. */
    "audit.removed_seals": { number: number; to_id: number; latest: Date; sha256: Buffer };
  }
}
