import type { Generated, JSONColumnType } from "kysely";
import type { FlightFilters } from "@swath/contract/flights";

declare module "../../../platform/postgres/schema.ts" {
  interface Database {
    views: {
      id: string;
      /** The owner. */
      subject: string;
      owner_name: string;
      name: string;
      shared: boolean;
      filters: JSONColumnType<FlightFilters>;
      updated: Generated<Date>;
    };
  }
}
