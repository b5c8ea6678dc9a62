import type { CalibrationFile } from "@swath/contract/processing";
import { utcToGps } from "@swath/survey";
import { randomFrom, seedOf } from "../random.ts";
import { GroundTrack, type LineSpan } from "./ground-track.ts";
import { Motion, SPEED } from "./pose.ts";
import { trueFitting, type TrueFitting } from "./calibration.ts";
import { radians } from "./matrix.ts";
import { SiteFrame } from "./ellipsoid.ts";
import { type Zone, zoneOfEpsg } from "./ellipsoid.ts";
import type { PlantedErrors } from "./planted-errors.ts";
import { Valley } from "./valley.ts";

/** What decides on a flight over the valley, to the byte. */
export interface TerrainOptions {
  readonly seed: number;
  /** Standard deviation of the ranges, m. */
  readonly noise: number;
  readonly planted: PlantedErrors;
  /** Of the truth; the site lies in its zone where there is one. */
  readonly epsg: number;
  /** Begin of the recording, UTC in milliseconds since 1970. */
  readonly start: number;
  readonly calibration: CalibrationFile;
  /** Pulses a second. */
  readonly pulseRate: number;
}

export const PULSE_RATE = 125_000;
export const SCAN_LINES = 170;
/** Of the scan to each side, degrees. */
export const HALF_SCAN = 20;
/** A zone of the demonstration's first project. */
export const DEFAULT_EPSG = 32_750;

/** A line in time: seconds of the recording. */
export interface TimedLine extends LineSpan {
  readonly begins: number;
  readonly ends: number;
}

/** Everything about a flight whose truth is known. */
export interface TerrainFlight {
  readonly options: TerrainOptions;
  readonly valley: Valley;
  readonly site: SiteFrame;
  readonly zone: Zone;
  readonly motion: Motion;
  readonly fitting: TrueFitting;
  readonly lines: readonly TimedLine[];
  /** Of the recording, s. */
  readonly seconds: number;
  /** GPS week and, in it, the second at which the recording begins: a whole one. */
  readonly week: number;
  readonly weekSecond: number;
}

export function terrainFlight(options: TerrainOptions): TerrainFlight {
  const random = randomFrom(seedOf(`site ${options.seed}`));
  const zone = zoneOfEpsg(options.epsg);
  if (zone === undefined) throw new Error(`no zone ${options.epsg}`);
  const place = {
    latitude: radians((zone.south ? -1 : 1) * (31.6 + 0.6 * random())),
    longitude: radians(zone.zone * 6 - 183 - 1.2 + 0.5 * random()),
    height: 20 + 200 * random(),
  };
  const site = new SiteFrame(place, random() * 2 * Math.PI);
  const track = new GroundTrack();
  const { week, seconds } = utcToGps(options.start);
  const lines = track.lines.map((line) => ({
    ...line,
    begins: line.start / SPEED,
    ends: line.end / SPEED,
  }));
  return {
    options,
    valley: new Valley(options.seed),
    site,
    zone,
    motion: new Motion(track, site, random),
    fitting: trueFitting(options.calibration, options.planted),
    lines,
    seconds: Math.floor(track.length / SPEED),
    week,
    weekSecond: Math.ceil(seconds),
  };
}
