import { CopcBody } from "@swath/pointcloud/copc";
import { projectedSystem, systemWkt } from "@swath/pointcloud/coordinates";
import { type LasSettings, LasWriter, textRecord } from "@swath/pointcloud/las";
import { newBlock } from "@swath/pointcloud/points";
import { memoryFile, memorySpool } from "@swath/pointcloud/testing";

/** UTM, zone 50 south. */
const SYSTEM = projectedSystem(32_750, "+proj=utm +zone=50 +south +datum=WGS84 +units=m +no_defs");

const SETTINGS: LasSettings = {
  pointFormat: 6,
  scale: [0.001, 0.001, 0.001],
  offset: [400_000, 6_400_000, 0],
  records: "fault" in SYSTEM ? [] : [textRecord(systemWkt(SYSTEM)!, "system")],
  standardTime: true,
};

/** A flight line of a file, and how many metres it lies too high. */
export interface PlantedLine {
  readonly line: number;
  readonly tooHigh: number;
}

const SIDE = 100;

/** A COPC file of flight lines over a square of 100 m that slopes by a tenth to the east, 50 m high in the west. */
export async function linesFile(
  planted: readonly PlantedLine[],
  points = 30_000,
): Promise<Uint8Array> {
  const block = newBlock(points * planted.length);
  block.count = points * planted.length;
  const side = Math.floor(Math.sqrt(points));
  for (const [at, { line, tooHigh }] of planted.entries())
    for (let point = 0; point < points; point += 1) {
      const to = at * points + point;
      const x = ((point % side) / side) * SIDE;
      block.x[to] = 400_000 + x;
      block.y[to] = 6_400_000 + (Math.floor(point / side) / side) * SIDE;
      block.z[to] = 50 + x / 10 + tooHigh + 0.005 * Math.sin(to * 7.7);
      block.intensity[to] = point % 1_000;
      block.returnNumber[to] = 1;
      block.returnCount[to] = 1;
      block.classification[to] = point % 5 === 0 ? 1 : 2;
      block.sourceId[to] = line;
      block.gpsTime[to] = 1_000 * line + point / 1_000;
    }
  const [file, spool] = [memoryFile(), memorySpool()];
  const writer = new LasWriter(file, SETTINGS, new CopcBody(file, SETTINGS, spool));
  await writer.append(block);
  await writer.end();
  return file.bytes();
}
