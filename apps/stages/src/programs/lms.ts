import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CalibrationFile } from "@swath/contract/processing";
import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import {
  Georeferencer,
  type LostReturns,
  type ScannerMounting,
} from "@swath/pointcloud/georeferencing";
import type { LasSettings } from "@swath/pointcloud/las";
import { newBlock, type PointBlock } from "@swath/pointcloud/points";
import {
  noDamage,
  type RangeDamage,
  type RangeFault,
  type RangeHeader,
  readRangeBlocks,
  readRangeHeader,
} from "@swath/pointcloud/range";
import { RETURN_BYTES, type ByteSource } from "@swath/survey/readers";
import { z } from "zod";
import { withFile } from "../files/file-bytes.ts";
import { count, none, type ProgramMeasure, writeMeasures } from "../files/write-outputs.ts";
import { writePoints } from "../points/write-points.ts";
import { FileFault, type ProgramOutput, program } from "../program.ts";
import {
  scannerMounting,
  GEOREFERENCING,
  georeferencingInputs,
  isWithin,
  timeShift,
} from "../records/georeferencing-inputs.ts";
import { readProcessing } from "../records/read-records.ts";
import { systemRecord } from "../coordinates/system-records.ts";
import { datumMeasures } from "../coordinates/vertical-datum.ts";

const options = z.strictObject({
  range: z.string(),
  /** Names the output: the task, which is the range file's name and like no other's of the run. */
  task: z.string().regex(/^[^/]+$/),
  ...GEOREFERENCING,
});

const FAULTS: Readonly<Record<RangeFault, string>> = {
  otherFormat: "is no recording of the house range format: its maker's software reads it",
  otherVersion: "is of a version of the range format that is not known",
  tooShort: "ends within its header",
  wrongChecksum: "has a damaged header: its checksum is wrong",
  wrongHeader: "has a header whose length or line number cannot be",
};

/** Makes a flight line's points of its range file and the trajectory. */
export const lms = program(options, async (given, output) => {
  const name = basename(given.range);
  const processing = await readProcessing(given.processing);
  const chosen = processing.custom?.rangeFiles?.map((path) => basename(path));
  if (chosen !== undefined && !chosen.includes(name)) return await writeMeasures(given.out, []);
  await withFile(given.range, async (source) => {
    const read = await readRangeHeader(source);
    if ("fault" in read && read.fault === "otherFormat")
      return output.unsupported(name, FAULTS.otherFormat);
    if ("fault" in read) throw new FileFault(name, FAULTS[read.fault]);
    const inputs = await georeferencingInputs(given, processing);
    const { system, calibration, report, interpolator, span } = inputs;
    const mounting = mountingOf(calibration);
    const shift = timeShift(read.header.week, report);
    if (shift === undefined)
      throw new FileFault(
        name,
        `is of GPS week ${read.header.week}, the trajectory of ${report.gpsWeek}`,
      );
    const isWanted = (time: number): boolean => isWithin(time, span);
    const facts = { line: read.header.line, week: read.header.week, timeShift: shift, isWanted };
    const georeferencer = new Georeferencer(interpolator, mounting, system, facts);
    const line = { name, task: given.task, source, header: read.header, system, georeferencer };
    const tally = await writeLine(line, given.out, output);
    if (tally.points === 0) await rm(join(given.out, `${stemOf(given.task)}.laz`));
    const measures = [...measuresOf(tally, georeferencer.lost), ...datumMeasures(processing)];
    await writeMeasures(given.out, measures);
  });
});

interface Line {
  readonly name: string;
  readonly task: string;
  readonly source: ByteSource;
  readonly header: RangeHeader;
  readonly system: ProjectedSystem;
  readonly georeferencer: Georeferencer;
}

interface LineTally {
  returns: number;
  points: number;
  readonly damage: RangeDamage;
}

async function writeLine(line: Line, out: string, output: ProgramOutput): Promise<LineTally> {
  const tally: LineTally = { returns: 0, points: 0, damage: noDamage() };
  const stem = stemOf(line.task);
  const settings = ({ x, y }: PointBlock): LasSettings => settingsOf(line, [x[0]!, y[0]!]);
  await writePoints({ out }, stem, "laz", settings, async (append) => {
    const block = newBlock();
    for await (const returns of readRangeBlocks(line.source, tally.damage)) {
      tally.returns += returns.count;
      block.count = line.georeferencer.place(returns, block);
      tally.points += block.count;
      if (block.count === 0) continue;
      await append(block);
      output.progress((tally.returns * RETURN_BYTES) / line.source.size);
    }
    if (tally.points === 0 && !isLeftOut(tally, line))
      throw new FileFault(line.name, emptyReason(tally, line));
  });
  return tally;
}

/** Finest step, m: rounding costs less than a tenth of the accuracy asked of noise-free points. */
const STEP = 1e-4;

function mountingOf(calibration: CalibrationFile): ScannerMounting {
  const mounting = scannerMounting(calibration);
  if (mounting === undefined)
    throw new FileFault("calibration.json", "no LiDAR calibration record matches the flight");
  return mounting;
}

const near = (value: number): number => Math.round(value / 1_000) * 1_000;

/** Offsets are whole kilometres near the first point; coordinates reach 214 km from there. */
function settingsOf(line: Line, [x, y]: readonly [number, number]): LasSettings {
  return {
    pointFormat: 6,
    scale: [STEP, STEP, STEP],
    offset: [near(x), near(y), 0],
    records: [systemRecord(line.system)],
    standardTime: true,
    fileSourceId: line.header.line,
    systemIdentifier: "Swath house range format",
  };
}

const stemOf = (task: string): string => task.replace(/\.range$/, "");

/** Recorded at other times than custom processing chose, from its first return to its last. */
const isLeftOut = ({ returns }: LineTally, { georeferencer }: Line): boolean =>
  returns > 0 && georeferencer.lost.notWanted === returns;

function emptyReason({ returns, damage }: LineTally, { georeferencer }: Line): string {
  if (returns === 0) return `no returns: ${lostBlocks(damage)} damaged blocks`;
  const { withoutTrajectory, withoutRange } = georeferencer.lost;
  return `no points: of ${returns} returns ${withoutTrajectory} lie where there is no trajectory, ${withoutRange} have no range`;
}

/** A damaged block also shows as a gap in the numbers: it is counted once. */
const lostBlocks = ({ badBlocks, missingBlocks }: RangeDamage): number =>
  Math.max(badBlocks, missingBlocks);

function measuresOf({ returns, points, damage }: LineTally, lost: LostReturns): ProgramMeasure[] {
  return [
    count("returns", "Returns", returns),
    count("points", "Points", points),
    none("lostWithoutTrajectory", "Points lost without trajectory", lost.withoutTrajectory),
    count("notChosen", "Returns at times not chosen", lost.notWanted),
    count("withoutRange", "Returns without a range", lost.withoutRange),
    none("lostBlocks", "Damaged blocks left out", lostBlocks(damage)),
    none("cut", "Recordings that end within a block", damage.cut ? 1 : 0),
  ];
}
