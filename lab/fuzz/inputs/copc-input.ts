import { CopcBody } from "@swath/pointcloud/copc";
import { type LasSettings, LasWriter } from "@swath/pointcloud/las";
import { newBlock } from "@swath/pointcloud/points";
import { memoryFile, memorySpool } from "@swath/pointcloud/testing";
import { type Chance, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const SETTINGS: LasSettings = {
  pointFormat: 7,
  extraBytes: 1,
  scale: [0.01, 0.01, 0.01],
  offset: [0, 0, 0],
  records: [],
  standardTime: true,
};
const POINTS = 400;
/** Eight nodes or so. */
const LIMITS = { memoryPoints: 200, nodePoints: 60 };

const FILE = await smallFile();
/** Where the hierarchy stands, behind the head of its record, and its entries. */
const HIERARCHY = Number(new DataView(FILE.buffer).getBigUint64(235, true)) + 60;
const ENTRIES = Math.floor((FILE.length - HIERARCHY) / 32);
const WORDS_OF_ENTRY = 8;
/** Where the info stands, behind the head of its record. */
const INFO = 429;

async function smallFile(): Promise<Uint8Array<ArrayBuffer>> {
  const file = memoryFile();
  const block = newBlock(POINTS, { colorChannels: 3, extraBytes: 1 });
  block.count = POINTS;
  for (let point = 0; point < POINTS; point += 1) {
    block.x[point] = (point * 37) % 101;
    block.y[point] = (point * 53) % 97;
    block.z[point] = point % 7;
    block.gpsTime[point] = point * 0.01;
    block.colors![point * 3] = point * 50;
    block.extra!.bytes[point] = point;
  }
  const writer = new LasWriter(file, SETTINGS, new CopcBody(file, SETTINGS, memorySpool(), LIMITS));
  await writer.append(block);
  await writer.end();
  return new Uint8Array(file.bytes());
}

/** A COPC file: numbers of its hierarchy or its info at their edges, or bytes of it changed. */
export function copcInput(chance: Chance): Uint8Array {
  const bytes = FILE.slice();
  if (chance.happens(0.4)) {
    const word = chance.below(ENTRIES * WORDS_OF_ENTRY);
    setNumber(bytes, HIERARCHY + word * 4, 4, chance.edge());
  }
  if (chance.happens(0.2)) setNumber(bytes, INFO + 8 * chance.below(9), 8, chance.edge());
  return chance.happens(0.4) ? mutate(bytes, chance) : bytes;
}
