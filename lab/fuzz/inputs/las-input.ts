import { lazShaped } from "../../../tools/sample/las-writer.ts";
import { type Chance, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const FILES = [6, 7, 8].map((pointFormat) =>
  lazShaped({ pointFormat, points: 20, longitude: 1, latitude: 2, seed: 1 }),
);
/** Offset and width of the header's numbers (ASPRS LAS 1.4-R15, table 3). */
const FIELDS: readonly (readonly [at: number, width: number])[] = [
  [24, 1],
  [94, 2],
  [96, 4],
  [100, 4],
  [104, 1],
  [105, 2],
  [107, 4],
  [235, 8],
  [247, 8],
];
const HEADER_BYTES: readonly number[] = [227, 227, 227, 235, 375, 393];
const RECORD_BYTES: readonly number[] = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

/** A header of any version and point format, most of them consistent, some fields at their edges. */
export function lasInput(chance: Chance): Uint8Array {
  const file = chance.pick(FILES).slice();
  const minor = chance.below(6);
  const format = minor < 4 ? chance.below(6) : 6 + chance.below(5);
  setNumber(file, 25, 1, minor);
  setNumber(file, 94, 2, HEADER_BYTES[minor] ?? 375);
  setNumber(file, 104, 1, format | chance.pick([0, 0x80, 0xc0]));
  setNumber(file, 105, 2, (RECORD_BYTES[format] ?? 20) + chance.pick([0, 0, 4]));
  setNumber(file, 107, 4, chance.pick([0, 5, 20]));
  for (let left = chance.below(3); left > 0; left--) {
    const [at, width] = chance.pick(FIELDS);
    setNumber(file, at, width, chance.edge());
  }
  return chance.happens(0.4) ? mutate(file, chance) : file;
}
