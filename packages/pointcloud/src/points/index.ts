export { type FlightLine, flightLines, type LinePart } from "./flight-lines.ts";
export { LineTimes } from "./line-times.ts";
export * from "./new-block.ts";
export * from "./point-block.ts";
export { CLASS, isLast, isUsed } from "./point-use.ts";
