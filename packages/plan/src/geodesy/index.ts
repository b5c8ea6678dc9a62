export { areaOf, distance, lengthOf } from "./geodesy.ts";
