import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Catalogue } from "@swath/contract/flights";
import {
  type FlightContent,
  flightContent,
  type FlightOptions,
  type SampleFlight,
  sampleFlight,
} from "../sample-flight.ts";
import { baseFolder } from "../layout.ts";
import { seedOf } from "../random.ts";
import type { SampleFile } from "../sample-file.ts";
import { strangers, type WrittenFile, writeFolder } from "../write-folder.ts";
import { calibrationRecord, type KnownCalibrations } from "./calibration.ts";
import { calibrationFiles } from "./lms-folder.ts";
import type { PlantedErrors } from "./planted-errors.ts";
import { PULSE_RATE, type TerrainFlight, terrainFlight } from "./terrain-flight.ts";
import { imageryFolder, lidarFolder, partOf } from "./terrain-folders.ts";
import { truthOf } from "./truth.ts";

/** Options of a flight with a known truth; files as absolute paths. */
export interface TerrainSampleOptions {
  readonly truth: string | undefined;
  readonly calibration: string | undefined;
  readonly seed: number;
  readonly noise: number;
  readonly epsg: number;
  readonly planted: PlantedErrors;
}

export interface TerrainRequest extends TerrainSampleOptions {
  readonly flightId: string;
  /** Absolute. */
  readonly folder: string;
}

const USUAL_CAMERA = "P1 - 118";
const USUAL_AIRCRAFT = "VH-SWA";
/** Into the flight, where the demonstration's sensors begin their survey. */
const SURVEY_AFTER_MS = 27 * 60_000;

/** The flights of a request: its LiDAR, where the flight has a sensor for it, and its imagery. */
export interface TerrainSubject {
  readonly lidar: SampleFlight | undefined;
  readonly imagery: SampleFlight;
  readonly aircraft: string;
  readonly known: KnownCalibrations;
}

/**
 * The sensors of a flight: the catalogue's, else a camera of the demonstration beside the LiDAR.
 */
export function terrainSubject(
  flightId: string,
  catalogue: Catalogue,
  options: FlightOptions,
): TerrainSubject | string {
  const lidar = sampleFlight(flightId, catalogue, "LiDAR", options);
  const own = sampleFlight(flightId, catalogue, "MediumFormatImagery", {
    ...options,
    sensor: undefined,
  });
  if (lidar === undefined && own === undefined)
    return `The catalogue knows no LiDAR or medium format camera of ${flightId}: add --sensor NAME`;
  if (lidar?.sensorName.endsWith("362") === true)
    return `${lidar.sensorName} records in another form: choose a flight of another sensor`;
  const camera = { ...options, sensor: USUAL_CAMERA };
  const imagery = own ?? sampleFlight(flightId, catalogue, "MediumFormatImagery", camera);
  if (imagery === undefined) return `The catalogue knows no camera of ${flightId}`;
  const aircraft = catalogue.flights.find((flight) => flight.FlightID === flightId)?.Aircraft;
  return { lidar, imagery, aircraft: aircraft ?? USUAL_AIRCRAFT, known: catalogue };
}

/** Simulates the flight of a subject. */
function flightOf(subject: TerrainSubject, request: Omit<TerrainRequest, "folder">): TerrainFlight {
  const { lidar, imagery, aircraft } = subject;
  const { wheelsUp } = lidar ?? imagery;
  const sensors = { lidar: lidar?.sensorName, camera: imagery.sensorName, aircraft };
  const lmsVersion = process.env["SWATH_LMS_VERSION"] ?? release();
  return terrainFlight({
    seed: request.seed,
    noise: request.noise,
    planted: request.planted,
    epsg: request.epsg,
    start: Math.floor(wheelsUp / 1000) * 1000 + SURVEY_AFTER_MS,
    calibration: calibrationRecord({ ...sensors, flown: wheelsUp, lmsVersion }, subject.known),
    pulseRate: PULSE_RATE,
  });
}

/** The server's own version: the LMS version that it expects where no other is set. */
function release(): string {
  const file = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(file) as { version: string };
  return version;
}

/** Writes the folders, the calibration and the truth; the reason where it does not. */
export async function terrainSample(
  subject: TerrainSubject,
  request: TerrainRequest,
): Promise<string | undefined> {
  const flight = flightOf(subject, request);
  const { lidar, imagery } = subject;
  const folders: (readonly [string, SampleFile[]])[] = [];
  const add = (of: SampleFlight, make: (content: FlightContent) => SampleFile[]): void => {
    const content = contentOf(of, flight, request.seed);
    folders.push([join(request.folder, baseFolder(content)), make(content)]);
  };
  const calibration =
    request.calibration ?? join(request.folder, `${request.flightId}_calibration`);
  const serial = lidar?.laserSerial ?? "";
  folders.push([calibration, calibrationFiles(flight.options.calibration, serial)]);
  add(imagery, (content) => imageryFolder(flight, content));
  if (lidar !== undefined) add(lidar, (content) => lidarFolder(flight, content));
  for (const [folder, files] of folders) {
    const [stranger] = await strangers(folder, files);
    if (stranger !== undefined) return `${folder} holds other files (${stranger}): choose another`;
  }
  for (const [folder, files] of folders) report(folder, await writeFolder(folder, files));
  if (request.truth !== undefined) await writeTruth(request.truth, flight);
  console.log(folders.at(-1)?.[0]);
  return undefined;
}

/** Content of a folder's files: the flight part is the recording. */
export function contentOf(of: SampleFlight, flight: TerrainFlight, seed: number): FlightContent {
  const { start } = flight.options;
  const content = flightContent({ ...of, seed: seedOf(`${of.flightId} ${seed}`) }, 0);
  const part = { name: partOf(content), start, end: start + flight.seconds * 1000 };
  return { ...content, parts: [part] };
}

function report(folder: string, written: readonly WrittenFile[]): void {
  for (const { path, size } of written) console.log(`${String(size).padStart(12)}  ${path}`);
  const bytes = written.reduce((sum, { size }) => sum + size, 0);
  console.log(`${folder}: ${written.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
}

async function writeTruth(file: string, flight: TerrainFlight): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const truth = truthOf(flight);
  await writeFile(file, `${JSON.stringify(truth)}\n`);
  console.log(`${file}: ${truth.samples.length} samples in EPSG:${truth.crs}`);
}
