import { AREA, COLLECTION, type PlanGeometry } from "../model/index.ts";
import { isListOf, isRecord, isText } from "./value-checks.ts";

/** Whether it is a geometry whose arrays fit together. */
export function isGeometry(value: unknown): value is PlanGeometry {
  if (!isRecord(value)) return false;
  const { kinds, names, folders, partStarts, partKinds, positionStarts, positions } = value;
  return (
    kinds instanceof Uint8Array &&
    kinds.every((kind) => kind <= COLLECTION) &&
    isTexts(names, kinds.length) &&
    isTexts(folders, kinds.length) &&
    partKinds instanceof Uint8Array &&
    partKinds.every((kind) => kind <= AREA) &&
    positions instanceof Float64Array &&
    positions.every((coordinate) => Number.isFinite(coordinate)) &&
    isStarts(partStarts, kinds.length, partKinds.length) &&
    isStarts(positionStarts, partKinds.length, positions.length / 2)
  );
}

function isTexts(value: unknown, count: number): boolean {
  return isListOf(value, isText) && Array.isArray(value) && value.length === count;
}

/** Whether the starts rise from 0 to the end of what they part, each by one at least. */
function isStarts(value: unknown, count: number, end: number): boolean {
  return (
    value instanceof Uint32Array &&
    value.length === count + 1 &&
    value[0] === 0 &&
    value[count] === end &&
    value.every((start, at) => at === 0 || start > (value[at - 1] ?? 0))
  );
}
