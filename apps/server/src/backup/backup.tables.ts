import type { Generated } from "kysely";

declare module "../platform/postgres/schema.ts" {
  interface Database {
    /** Backups that were made, whole or with faults; one that was stopped leaves none. */
    backups: {
      id: Generated<number>;
      /** The moment of the database that it is of. */
      taken: Date;
      ended: Generated<Date>;
      /** Where to, in words. */
      place: string;
      objects: number;
      bytes: number;
      /** Bytes that were written for it. */
      added_bytes: number;
      /** Objects that could not be kept as they should be. */
      faults: number;
    };
  }
}
