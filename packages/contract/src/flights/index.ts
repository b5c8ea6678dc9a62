export { AIRCRAFT_TYPES } from "../ids/ids.ts";
export * from "./flight.ts";
export * from "./flight-progress.ts";
export * from "./flight-query.ts";
export * from "./shown-uploads.ts";
