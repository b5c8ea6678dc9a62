import type { Generated, GeneratedAlways } from "kysely";
import type { RestoreTier } from "@swath/contract/cold";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** Orders to move a flight's data to a colder storage class, or to restore it or a part of it. */
    cold_orders: {
      id: GeneratedAlways<number>;
      flight_id: string;
      kind: "move" | "restore";
      /** Of a restore, where: what begins with the prefix; empty for all of the flight. */
      bucket: Generated<string>;
      prefix: Generated<string>;
      /** Of a move. */
      storage_class: string | null;
      /** Of a restore. */
      days: number | null;
      tier: RestoreTier | null;
      /** Null where the rule ordered it. */
      subject: string | null;
      user_name: string | null;
      ordered: Generated<Date>;
      /** When its objects were first looked at; while a move is under way no processing begins to read them. */
      begun: Date | null;
      /** When a restore's objects were last looked at. */
      looked: Date | null;
      ended: Date | null;
      /** `stopped`: something else works on the flight, or the store refused. */
      outcome: "done" | "stopped" | null;
      /** Moved so far; of a restore, those of a cold class, and of them those that cannot be read yet. */
      objects: Generated<number>;
      bytes: Generated<number>;
      unready: Generated<number>;
      /** Until when all of a restore can be read, where the store says it. */
      until: Date | null;
      reason: string | null;
    };
  }
}
