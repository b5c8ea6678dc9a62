import type { Generated } from "kysely";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** What an administrator sets in the application. */
    application_settings: {
      name: "LMSCurrentVersion";
      value: string;
      /** Null where the configuration gave the first value. */
      changed_by: string | null;
      updated: Generated<Date>;
    };
  }
}
