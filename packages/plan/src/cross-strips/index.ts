export { findCrossStrips, type JudgedLayer } from "./find-cross-strips.ts";
