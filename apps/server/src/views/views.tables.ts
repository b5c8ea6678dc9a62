import type { Generated, JSONColumnType } from "kysely";
import type { ViewList } from "@swath/contract/views";

declare module "../platform/postgres/schema.ts" {
  interface Database {
    views: {
      id: string;
      /** The owner. */
      subject: string;
      owner_name: string;
      list: ViewList;
      name: string;
      shared: boolean;
      /** As in the list's address. */
      filters: JSONColumnType<Readonly<Record<string, string>>>;
      page_size: number | null;
      updated: Generated<Date>;
    };
  }
}
