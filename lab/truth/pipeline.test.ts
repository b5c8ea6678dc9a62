import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CalibrationFile,
  type Measure,
  measuresSchema,
  stageFileSchema,
} from "@swath/contract/processing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missedBounds } from "../../apps/server/src/processing/runs/run-outcome.ts";
import { measuresOf } from "../../apps/stages/src/testing/call-program.ts";
import { writeRecords } from "../../apps/stages/src/testing/records.ts";
import { runStageFile } from "../../apps/stages/src/testing/run-stage-file.ts";
import { ROOT } from "../../e2e/swath.ts";
import type { PlantedErrors } from "../../tools/sample/terrain/planted-errors.ts";
import { eventLog } from "../../tools/sample/terrain/exposures.ts";
import { posRecording } from "../../tools/sample/terrain/pos-recording.ts";
import { rangeFileOf } from "../../tools/sample/terrain/range-recording.ts";
import type { TerrainFlight, TimedLine } from "../../tools/sample/terrain/terrain-flight.ts";
import { thinFlight } from "../../tools/sample/terrain/testing/thin-flight.ts";
import { truthOf } from "../../tools/sample/terrain/truth.ts";
import { truthCommand } from "./truth-command.ts";
import type { TruthReport, Bound } from "./truth-report.ts";

// Part of a second of some lines at the full rate: a second of the processor for each flight.
const FULL_RATE = 125_000;
/** To and fro, and the cross-strip: what is wrong to the left and ahead differs between them. */
const FLOWN = [1, 2, 5];
/** Seconds of a line: its middle lies among them. */
const FROM = 4.8;
const SECONDS = 0.4;
const EPSG = 32_750;
const JUMP = 0.1;

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "pipeline-"));
});
afterAll(() => rmSync(root, { recursive: true }));

type Report = TruthReport & { readonly bounds: readonly Bound[] };
type Measures = ReturnType<typeof measuresOf>;

interface Processed {
  readonly report: Report;
  readonly gps: Measures;
  /** Of each line. */
  readonly lms: readonly Measures[];
}

/** The middle of a line. */
function middleOf({ lines }: TerrainFlight, number: number): TimedLine {
  const line = lines.find((each) => each.number === number)!;
  const begins = line.begins + FROM;
  return { ...line, begins, ends: begins + SECONDS };
}

const write = (path: string, parts: Iterable<Uint8Array>): void =>
  writeFileSync(path, Buffer.concat([...parts]));

/** Writes the recordings around what is flown of lines, their ranges and the log of events. */
function writeRecordings(flight: TerrainFlight, flown: readonly number[], folder: string): void {
  for (const number of flown) {
    const line = middleOf(flight, number);
    const span = [Math.floor(line.begins) - 2, Math.ceil(line.ends) + 2] as const;
    write(join(folder, `in/F_0${number}.000`), posRecording(flight, "7045", ...span));
    write(join(folder, `in/F_000${number}.range`), rangeFileOf(flight, line, "18SEN045"));
  }
  const [head, ...rows] = Buffer.from(eventLog(flight, "F_01")).toString().split("\r\n");
  const events = rows.filter((row) => {
    const at = Number(row.split(",").at(-1)) - flight.weekSecond;
    return flown.some((number) => Math.abs(at - middleOf(flight, number).begins) < 2);
  });
  writeFileSync(join(folder, "in/F_01.csv"), [head, ...events, ""].join("\r\n"));
}

interface Flown {
  readonly seed?: number;
  readonly noise?: number;
  readonly planted?: PlantedErrors;
  readonly flown?: readonly number[];
}

const recordings = new Map<string, { readonly flight: TerrainFlight; readonly folder: string }>();

/** A flight and the folder of its recordings, flown once. */
function recorded({ flown = FLOWN, ...options }: Flown) {
  const key = JSON.stringify([flown, options]);
  const known = recordings.get(key);
  if (known !== undefined) return known;
  const flight = thinFlight({ seed: 7, pulseRate: FULL_RATE, ...options });
  const folder = join(root, `recorded-${recordings.size}`);
  mkdirSync(join(folder, "in"), { recursive: true });
  writeRecordings(flight, flown, folder);
  recordings.set(key, { flight, folder });
  return { flight, folder };
}

/** Flies, and runs the programs of GPS, LMS and EO by their stage files with a calibration record. */
async function processed(
  name: string,
  options: Flown,
  change: (record: CalibrationFile) => CalibrationFile = (record) => record,
): Promise<Processed> {
  const { flown = FLOWN } = options;
  const { flight, folder: source } = recorded(options);
  const folder = join(root, name);
  for (const part of ["records", "gps", "eo"]) mkdirSync(join(folder, part), { recursive: true });
  const calibration = change(flight.options.calibration);
  const wheelsUp = "2026-06-30T01:00:00Z";
  await writeRecords(join(folder, "records"), { epsg: EPSG, wheelsUp }, calibration);
  const records = join(folder, "records");
  const inputs = { "input.calibration": records, "input.processing": records };
  const run = async (stage: string, out: string, values: Record<string, string>) =>
    expect(await runStageFile(stage, { ...inputs, ...values, out: join(folder, out) })).toEqual({
      code: 0,
      errors: [],
    });
  await run("GPS", "gps", { "input.lidar": join(source, "in") });
  const trajectory = { "input.trajectory": join(folder, "gps") };
  await run("EO", "eo", { ...trajectory, "input.events": join(source, "in") });
  const lms: Measures[] = [];
  for (const number of flown) {
    const task = `F_000${number}.range`;
    const out = `lms-${number}`;
    mkdirSync(join(folder, out));
    await run("LMS", out, { ...trajectory, input: join(source, "in", task), task });
    lms.push(measuresOf(join(folder, out)));
  }
  return { report: compared(flight, flown, folder), gps: measuresOf(join(folder, "gps")), lms };
}

function compared(flight: TerrainFlight, flown: readonly number[], folder: string): Report {
  writeFileSync(join(folder, "truth.json"), JSON.stringify(truthOf(flight)));
  // The record as it truly is, whatever the programs had.
  writeFileSync(join(folder, "true.json"), JSON.stringify(flight.options.calibration));
  const clouds = flown.map((number) => `lms-${number}/F_000${number}.laz`);
  const words = ["truth.json", ...clouds, "--sbet", "gps/trajectory.sbet"];
  const { output } = truthCommand(
    [...words, "--eo", "eo/eo.csv", "--calibration", "true.json", "--bounds"],
    folder,
  );
  return JSON.parse(output!) as Report;
}

/** Bounds of what was met at all. */
const missed = ({ bounds }: Report): string[] =>
  bounds.filter(({ held, value }) => !held && value !== null).map(({ what }) => what);

describe("a flight without an error", () => {
  test.each([7, 4321])(
    "of seed %i, without noise, is true at every sample it meets",
    async (seed) => {
      const { report, lms } = await processed(`exact-${seed}`, seed === 7 ? {} : { seed });
      expect(missed(report)).toEqual([]);
      expect(report.cloud!.samplesReached).toBeGreaterThan(150);
      expect(report.exposures!.exposures).toBeGreaterThan(5);
      expect(report.exposures!.unjudged).toBe(0);
      const { ground, road } = report.cloud!.surfaces;
      expect(Math.max(ground.points.worst!, road.points.worst ?? 0)).toBeLessThan(0.002);
      for (const measures of lms)
        expect(measures).toMatchObject({ lostWithoutTrajectory: 0, lostBlocks: 0, cut: 0 });
    },
  );

  test("with noise of 20 mm is within 30 mm, and 5 mm of bias", async () => {
    const { report } = await processed("noise", { noise: 0.02 });
    expect(missed(report)).toEqual([]);
    expect(report.cloud!.surfaces.ground.points.rmse).toBeGreaterThan(0.015);
  });
});

/** What is wrong with a program's mathematics is as wrong as a record whose numbers say so. */
type Lidar = NonNullable<CalibrationFile["lidar"]>;
const other =
  (change: (lidar: Lidar) => Partial<Lidar>) =>
  (record: CalibrationFile): CalibrationFile => ({
    ...record,
    lidar: { ...record.lidar!, ...change(record.lidar!) },
  });

test.each<[string, (record: CalibrationFile) => CalibrationFile]>([
  [
    "an antenna's lever arm of the other sign",
    other((it) => ({ PriGNSSLeverX: -it.PriGNSSLeverX })),
  ],
  [
    "a lever arm to the IMU of the other sign",
    other((it) => ({ RefToIMULeverY: -it.RefToIMULeverY })),
  ],
  [
    "a mounting angle of the other sign",
    other((it) => ({ RefToIMUMountingAnglZ: -it.RefToIMUMountingAnglZ })),
  ],
  [
    "a camera's boresight of the other sign",
    (record) => ({
      ...record,
      imagery: {
        ...record.imagery!,
        CameraBoresiteAngleTx: -record.imagery!.CameraBoresiteAngleTx,
      },
    }),
  ],
])("a record with %s misses a bound", async (name, change) => {
  const { report } = await processed(name.replaceAll(/\W/g, "-"), {}, change);
  expect(missed(report)).not.toEqual([]);
});

describe("a planted error", () => {
  test("of height is in its line alone, with its size", async () => {
    const { report } = await processed("jump", { planted: { "height-jump": JUMP } });
    const { lines } = report.cloud!;
    for (const [line, { bias }] of Object.entries(lines))
      expect(bias).toBeCloseTo(line === "2" ? JUMP : 0, 3);
    expect(Object.keys(lines)).toHaveLength(FLOWN.length);
  });

  test("of a gap leaves out the points that lie in it, counts them, and harms no other", async () => {
    const planted = { "gps-gap": 0.3 };
    const { report, gps, lms } = await processed("gap", { planted, flown: [3] });
    expect(gps["longestGap"]).toBeCloseTo(0.3, 1);
    const [{ returns, points, lostWithoutTrajectory }] = lms as [Measures];
    expect(returns! - points!).toBe(lostWithoutTrajectory);
    expect(lostWithoutTrajectory! / returns!).toBeCloseTo(0.3 / SECONDS, 1);
    expect(report.cloud!.surfaces.ground.points.worst).toBeLessThan(0.002);
  });

  test("of a corrupt block leaves out that block, counts it, and harms no other", async () => {
    const sound = await processed("sound", { flown: [1] });
    const planted = { "corrupt-range": 1 };
    const { report, lms } = await processed("corrupt", { planted, flown: [1] });
    const [{ points, lostBlocks }] = lms as [Measures];
    expect([points, lostBlocks]).toEqual([sound.lms[0]!["points"]! - 16_384, 1]);
    expect(report.cloud!.surfaces.ground.points.worst).toBeLessThan(0.002);
  });
});

describe("a trajectory that is not good enough is left to a person", () => {
  const stage = stageFileSchema.parse(
    JSON.parse(readFileSync(join(ROOT, "apps/stages/templates/GPS.stage.json"), "utf8")),
  );
  const ending = (measures: readonly Measure[]) =>
    missedBounds(stage, measures)
      .filter(({ otherwise }) => otherwise !== "shown")
      .map(({ otherwise, reason }) => [otherwise, reason]);

  test.each([
    [0.9, []],
    [
      1.5,
      [
        [
          "MANUAL_PROCESSING_REQUIRED",
          expect.stringMatching(
            /^Longest gap within a recording is 1\.5\d* s, at most 1 is allowed$/,
          ),
        ],
      ],
    ],
  ])("with a gap of %d s", async (gap, expected) => {
    const flight = thinFlight({ planted: { "gps-gap": gap } });
    const folder = join(root, `gap-${gap}`);
    for (const part of ["in", "records", "gps"]) mkdirSync(join(folder, part), { recursive: true });
    writeRecordings(flight, [3], folder);
    await writeRecords(join(folder, "records"), {}, flight.options.calibration);
    await runStageFile("GPS", {
      "input.lidar": join(folder, "in"),
      "input.calibration": join(folder, "records"),
      "input.processing": join(folder, "records"),
      out: join(folder, "gps"),
    });
    const written = readFileSync(join(folder, "gps/measures.json"), "utf8");
    expect(ending(measuresSchema.parse(JSON.parse(written)))).toEqual(expected);
  });
});
