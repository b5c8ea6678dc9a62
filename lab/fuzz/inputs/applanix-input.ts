import { applanixFile } from "../../../tools/sample/applanix-writer.ts";
import { type Chance, joined, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const START = Date.UTC(2026, 2, 14, 23, 59, 50);
const HEADER = 8;
const TAIL = 4;
const TIME_1 = 8;
const TIME_TYPES = 32;
const BODY = 34;
const PIECE_BYTES = 1_048_576;

/** The records of a recording over the end of a week: a $MSG, groups 1, 3 and 99. */
const RECORDS = recordsOf(
  applanixFile({ start: START, end: START + 12_000, serial: "7045", latitude: 0, longitude: 0 }),
);

function recordsOf(file: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(file.buffer);
  const records: Uint8Array[] = [];
  for (let at = 0; at < file.length;) {
    const end = at + HEADER + view.getUint16(at + 6, true);
    records.push(file.subarray(at, end));
    at = end;
  }
  return records;
}

/** A recording put together of whole, changed and broken records; most of them with a right checksum. */
export function applanixInput(chance: Chance): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let left = 1 + chance.below(8); left > 0; left--) {
    const record = changed(chance.pick(RECORDS).slice(), chance);
    pieces.push(chance.happens(0.9) ? sealed(record) : record);
    if (chance.happens(0.1)) pieces.push(chance.bytes(chance.below(40)));
  }
  // Now and then a record lies across the border of two pieces that are read one after another.
  if (chance.happens(0.0005))
    pieces.splice(chance.below(pieces.length), 0, new Uint8Array(PIECE_BYTES - chance.below(600)));
  const file = joined(...pieces);
  return chance.happens(0.2) && file.length < PIECE_BYTES / 2 ? mutate(file, chance) : file;
}

function changed(record: Uint8Array, chance: Chance): Uint8Array {
  const view = new DataView(record.buffer);
  const time = TIME_1 + 8 <= record.length - TAIL;
  if (chance.happens(0.4) && time) view.setFloat64(TIME_1, chance.double(), true);
  if (chance.happens(0.2) && time) record[TIME_TYPES] = chance.below(256);
  if (chance.happens(0.2)) setNumber(record, 4, 2, chance.pick([1, 3, 99, chance.below(65_536)]));
  if (chance.happens(0.3)) setNumber(record, BODY + 2, 2, chance.edge());
  if (chance.happens(0.3) && record.length > BODY)
    setNumber(record, BODY + chance.below(record.length - BODY), 4, chance.edge());
  if (chance.happens(0.1)) return resized(record, chance);
  if (chance.happens(0.05)) setNumber(record, 6, 2, chance.edge());
  return record;
}

/** Shorter or longer by whole words, with the byte count to match. */
function resized(record: Uint8Array, chance: Chance): Uint8Array {
  const bytes = Math.max(HEADER + TAIL, record.length + 2 * (chance.below(80) - 60));
  const made = joined(
    record.subarray(0, bytes),
    new Uint8Array(Math.max(0, bytes - record.length)),
  );
  setNumber(made, 6, 2, made.length - HEADER);
  return made;
}

/** With its end mark, and the checksum that makes its 16-bit words add up to zero. */
function sealed(record: Uint8Array): Uint8Array {
  record.set([0x24, 0x23], record.length - 2);
  setNumber(record, record.length - TAIL, 2, 0);
  const view = new DataView(record.buffer);
  let sum = 0;
  for (let i = 0; i + 1 < record.length; i += 2) sum += view.getUint16(i, true);
  setNumber(record, record.length - TAIL, 2, -sum & 0xffff);
  return record;
}
