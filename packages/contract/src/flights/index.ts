export * from "../aircraft-types.ts";
export * from "./flight.ts";
export * from "./flight-filters.ts";
export * from "./flight-query.ts";
export * from "./shown-uploads.ts";
