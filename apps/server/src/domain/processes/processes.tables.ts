import type { ColumnType, Generated } from "kysely";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** The servers and workers that live, or did within a day. */
    processes: {
      id: Generated<string>;
      serves: boolean;
      works: boolean;
      host: string;
      pid: number;
      release: string;
      started: Generated<Date>;
      /** Renewed while the process lives. */
      seen: ColumnType<Date, never, Date>;
    };
  }
}
