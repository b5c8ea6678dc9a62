import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CalibrationFile } from "@swath/contract/processing";
import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import {
  type CameraMounting,
  footprintOf,
  type ImageFormat,
  worldFileOf,
} from "@swath/pointcloud/georeferencing";
import type { Trajectory } from "@swath/pointcloud/navigation";
import type { CameraEvent } from "@swath/survey/readers";
import { kmzFile } from "@swath/survey/writers";
import { z } from "zod";
import { count, figure, none, writeMeasures } from "../files/write-outputs.ts";
import { FileFault, program } from "../program.ts";
import { GEOREFERENCING, georeferencingInputs } from "../records/georeferencing-inputs.ts";
import { readProcessing } from "../records/read-records.ts";
import { datumMeasures } from "../coordinates/vertical-datum.ts";
import { eventsIn, type Oriented, orient, spacingOf } from "./exposures.ts";

/** Stands for an unknown ground height: the runway's is taken, else sea level. */
const UNKNOWN = -9_999;
/** A recording whose lowest place is nearer than this to the images has no runway in it, m. */
const LOWEST_FLIGHT = 150;
const number = z.coerce.number();

const options = z.strictObject({
  /** Folder with EXIF logs. */
  events: z.string(),
  ...GEOREFERENCING,
  /** Camera: mm, µm, pixels. */
  focal: number.positive(),
  pixel: number.positive(),
  width: number.int().positive(),
  height: number.int().positive(),
  /** Ellipsoidal height of the ground, m; −9999: the runway's, else 0. */
  ground: number.default(UNKNOWN),
});

/** Orients the images of a flight: exterior orientation, footprints and world files. */
export const eo = program(options, async (given, output) => {
  const processing = await readProcessing(given.processing);
  const inputs = await georeferencingInputs(given, processing);
  const { system, trajectory, report, interpolator, span } = inputs;
  const mounting = mountingOf(inputs.calibration);
  const { events, unreadable } = await eventsIn(given.events, report.leapSeconds, output);
  if (events.length === 0) throw new FileFault("EXIF log", "no image with a time of exposure");
  const { oriented, lost } = orient(events, { interpolator, report, mounting, system, span });
  if (oriented.length === 0)
    throw new FileFault(
      "EXIF log",
      `none of ${events.length} images was taken where there is a trajectory`,
    );
  if (lost.length > 0) await writeFile(join(given.out, "lost-images.csv"), lostCsv(lost));
  const format = {
    focalLength: given.focal,
    pixel: given.pixel / 1_000,
    width: given.width,
    height: given.height,
  };
  const { ground, from } = groundOf(given.ground, trajectory, oriented);
  await writeFile(join(given.out, "eo.csv"), csvOf(oriented, system));
  await writeFootprints(given.out, oriented, format, ground);
  await writeWorldFiles(given.out, oriented, format, { ground, system });
  const spacing = spacingOf(oriented, format, ground, system);
  await writeMeasures(given.out, [
    count("exposures", "Images oriented", oriented.length),
    none("eventsWithoutTrajectory", "Images without trajectory", lost.length),
    count(
      "eventsNotChosen",
      "Images at times not chosen",
      events.length - oriented.length - lost.length,
    ),
    none("unreadableEvents", "Unreadable rows of EXIF logs", unreadable),
    figure("groundHeight", `Ground height of footprints (${from})`, ground, "m", "task"),
    figure("forwardOverlap", "Forward overlap", spacing.overlap * 100, "%", "task"),
    figure("spacingDeviation", "Deviation of spacing", spacing.deviation, "m", "task"),
    ...datumMeasures(processing),
  ]);
});

const DEGREE = Math.PI / 180;

function mountingOf({ imagery }: CalibrationFile): CameraMounting {
  if (imagery === null)
    throw new FileFault("calibration.json", "no imagery calibration record matches the flight");
  return {
    lever: [imagery.CameraLeverArmX, imagery.CameraLeverArmY, imagery.CameraLeverArmZ],
    boresight: [
      imagery.CameraBoresiteAngleTx * DEGREE,
      imagery.CameraBoresiteAngleTy * DEGREE,
      imagery.CameraBoresiteAngleTz * DEGREE,
    ],
    kappaCardinal: imagery.KappaCardinal * DEGREE,
  };
}

interface GroundHeight {
  readonly ground: number;
  /** Its source, in words. */
  readonly from: string;
}

/** The height given, else the lowest of the trajectory where the aircraft stood on the ground, else 0. */
function groundOf(
  given: number,
  { height }: Trajectory,
  images: readonly Oriented[],
): GroundHeight {
  if (given !== UNKNOWN) return { ground: given, from: "the parameter's" };
  const lowest = height.reduce((least, each) => Math.min(least, each), Infinity);
  const lowestImage = images.reduce(
    (least, { exposure }) => Math.min(least, exposure.height),
    Infinity,
  );
  return lowestImage - lowest > LOWEST_FLIGHT
    ? { ground: lowest, from: "the runway's" }
    : { ground: 0, from: "not known: the ellipsoid's" };
}

/** A name that is no formula where a spreadsheet opens it, and no field's end. */
const cell = (text: string): string => text.replaceAll(/[",;\r\n]/g, "_").replace(/^[=+\-@]/, "_");

function csvOf(images: readonly Oriented[], { epsg }: ProjectedSystem): string {
  const head = "file,gps_week,gps_seconds,epsg,X0,Y0,Z0,omega,phi,kappa,latitude,longitude,height";
  const rows = images.map(({ event, exposure, ...orientation }) =>
    [
      cell(event.file),
      event.week,
      event.seconds.toFixed(7),
      epsg,
      ...[orientation.x, orientation.y, orientation.z].map((value) => value.toFixed(4)),
      ...[orientation.omega, orientation.phi, orientation.kappa].map((value) => value.toFixed(7)),
      exposure.latitude.toFixed(9),
      exposure.longitude.toFixed(9),
      exposure.height.toFixed(4),
    ].join(","),
  );
  return [head, ...rows, ""].join("\r\n");
}

const lostCsv = (lost: readonly CameraEvent[]): string =>
  [
    "file,gps_week,gps_seconds",
    ...lost.map(({ file, week, seconds }) => [cell(file), week, seconds.toFixed(7)].join(",")),
    "",
  ].join("\r\n");

async function writeFootprints(
  out: string,
  images: readonly Oriented[],
  format: ImageFormat,
  ground: number,
): Promise<void> {
  const marks = images.flatMap(({ event, exposure }) => {
    const places = footprintOf(exposure, format, ground);
    const shapes = [{ type: "area" as const, rings: [places ?? []] }];
    return places === undefined ? [] : [{ name: event.file, shapes }];
  });
  await writeFile(join(out, "footprints.kmz"), kmzFile("Footprints", [{ name: "", marks }]));
}

/** `NAME.iqw` beside `NAME.iiq`, as Esri names world files: first and last letter, then w. */
async function writeWorldFiles(
  out: string,
  images: readonly Oriented[],
  format: ImageFormat,
  { ground, system }: { readonly ground: number; readonly system: ProjectedSystem },
): Promise<void> {
  await mkdir(join(out, "world"), { recursive: true });
  for (const { event, exposure } of images) {
    const numbers = worldFileOf(exposure, format, ground, system);
    const [, stem, first, last] =
      /^([A-Za-z0-9][\w .-]{0,199})\.(\w)\w*(\w)$/.exec(event.file) ?? [];
    if (numbers === undefined || stem === undefined) continue;
    const text = numbers.map((value, index) => value.toFixed(index < 4 ? 10 : 4));
    await writeFile(join(out, "world", `${stem}.${first}${last}w`), [...text, ""].join("\r\n"));
  }
}
