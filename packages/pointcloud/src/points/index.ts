export { type FlightLine, flightLines, type LinePart } from "./flight-lines.ts";
export { LineTimes } from "./line-times.ts";
export * from "./point-block.ts";
