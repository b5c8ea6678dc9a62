import type { PreparationFault } from "@swath/contract/prepared-clouds";
import type { Generated, Selectable } from "kysely";
import type { Database } from "../../platform/postgres/schema.ts";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** Copies of clouds in an octree, by the object that each is made of. */
    prepared_clouds: {
      id: string;
      bucket: string;
      key: string;
      /** Of the object that was copied. */
      version: string;
      size: number;
      copy_bucket: string;
      state: "open" | "done" | "failed";
      /** Which one it is; a failed one is followed by another. */
      attempt: Generated<number>;
      /** How often this attempt was handed to the engine. */
      submitted: Generated<number>;
      running: Generated<boolean>;
      percent: Generated<number>;
      /** Whether somebody asked for its end. */
      cancelled: Generated<boolean>;
      fault: PreparationFault | null;
      /** Why it waits or failed, in words. */
      reason: string | null;
      ordered: Generated<Date>;
      /** When somebody last asked for it. */
      used: Generated<Date>;
    };
  }
}

/** A copy that is being made, or was. */
export type PreparedCloud = Selectable<Database["prepared_clouds"]>;
