import type { Generated } from "kysely";

declare module "../postgres/schema.ts" {
  interface Database {
    /** Buckets that servers have used. */
    store_buckets: {
      bucket: string;
      since: Generated<Date>;
    };
  }
}
