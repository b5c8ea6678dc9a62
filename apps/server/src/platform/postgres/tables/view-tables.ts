import type { Generated, JSONColumnType } from "kysely";
import type { FlightFilters } from "@swath/contract/flights";

interface ViewTable {
  id: string;
  /** The owner. */
  subject: string;
  owner_name: string;
  name: string;
  shared: boolean;
  filters: JSONColumnType<FlightFilters>;
  updated: Generated<Date>;
}

export interface ViewTables {
  views: ViewTable;
}
