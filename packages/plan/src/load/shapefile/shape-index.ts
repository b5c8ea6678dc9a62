import { type Fault, fault } from "../load-outcome.ts";
import { headerOf, type ShapeRecords } from "./shapes.ts";

const HEADER_BYTES = 100;
const ENTRY_BYTES = 8;

/** Holds a .shx against the records of its .shp: as many, at the same places, of the same lengths. */
export function indexFault(shx: Uint8Array, records: ShapeRecords): Fault | undefined {
  const header = headerOf(shx);
  if (!header.ok) return fault("damagedIndex", header.about);
  const count = (shx.length - HEADER_BYTES) / ENTRY_BYTES;
  const shapes = records.starts.length;
  if (count !== shapes)
    return fault("countMismatch", `${shapes} shapes in the .shp, ${count} in the .shx`);
  const view = new DataView(shx.buffer, shx.byteOffset, shx.byteLength);
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    const start = view.getInt32(at) * 2 + 8;
    const length = view.getInt32(at + 4) * 2;
    if (start !== records.starts[index] || length !== records.lengths[index])
      return fault("damagedIndex", `shape ${index + 1} is not where it says`);
  }
  return undefined;
}
