import { crc32 } from "node:zlib";
import { rangeBlockBytes, rangeHeaderBytes } from "@swath/pointcloud/range";
import { type Chance, joined, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const HEADER = rangeHeaderBytes({
  week: 2409,
  line: 1,
  pulseRate: 1_000,
  text: "Laser Serial No: 1",
});
const MARK = [0x52, 0x42, 0x4c, 0x4b];
const BLOCK_FIELDS = 24;
const CRC_BYTES = 4;

/** A range file put together of whole, changed and promised blocks; most with a right checksum. */
export function houseRangeInput(chance: Chance): Uint8Array {
  const header = HEADER.slice();
  if (chance.happens(0.1)) setNumber(header, chance.below(32), 4, chance.edge());
  const pieces = [chance.happens(0.9) ? sealed(header) : header];
  for (let left = chance.below(6), number = 0; left > 0; left--, number++) {
    const block = changed(blockOf(number, chance), chance);
    pieces.push(chance.happens(0.8) ? sealed(block) : block);
    if (chance.happens(0.1)) pieces.push(chance.bytes(chance.below(40)));
    if (chance.happens(0.1)) pieces.push(Uint8Array.from(MARK));
  }
  const file = joined(...pieces);
  return chance.happens(0.2) ? mutate(file, chance) : file;
}

function blockOf(number: number, chance: Chance): Uint8Array {
  const count = 1 + chance.below(6);
  return rangeBlockBytes(number, {
    count,
    time: new Float64Array(count).fill(522_018 + number),
    range: new Float64Array(count).fill(chance.below(2_000)),
    angle: new Float64Array(count).fill(chance.below(40) - 20),
    intensity: new Uint16Array(count),
    returnNumber: new Uint8Array(count).fill(1),
    returnCount: new Uint8Array(count).fill(1),
  });
}

function changed(block: Uint8Array, chance: Chance): Uint8Array {
  if (chance.happens(0.3)) setNumber(block, chance.below(BLOCK_FIELDS), 4, chance.edge());
  if (chance.happens(0.2)) new DataView(block.buffer).setFloat64(16, chance.double(), true);
  if (chance.happens(0.2)) setNumber(block, chance.below(block.length), 4, chance.edge());
  return block;
}

function sealed(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - CRC_BYTES;
  new DataView(bytes.buffer).setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}
