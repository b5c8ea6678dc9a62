import { strToU8 } from "fflate";
import { fmsLog, type KmlShape, kmzFile } from "../document-writer.ts";
import { papers } from "../lidar-layout.ts";
import { normalFrom, randomFrom, seedOf } from "../random.ts";
import { type SampleFile, sampleFile } from "../sample-file.ts";
import type { FlightContent } from "../sample-flight.ts";
import { iiqFile } from "../sensor-file-writer.ts";
import { HALF_LINE, LINES, lineY } from "./ground-track.ts";
import { degrees } from "./matrix.ts";
import { eventLog, imageNames } from "./exposures.ts";
import { posRecording } from "./pos-recording.ts";
import { rangeFileOf } from "./range-recording.ts";
import type { TerrainFlight } from "./terrain-flight.ts";
import { COVERED, roadSamples } from "./truth.ts";

const GPS_FILES = 4;
const IMAGE_BYTES = 16_384;

/** The one flight part of the folders. */
export const partOf = ({ flight }: FlightContent): string => `${flight.flightId}_01`;

/** The LiDAR folder: papers, plan, FMS log in the root; recording and range files in the part. */
export function lidarFolder(flight: TerrainFlight, content: FlightContent): SampleFile[] {
  const part = partOf(content);
  const ranges = flight.lines.map((line) =>
    sampleFile(`${part}/${part}_${String(line.number).padStart(4, "0")}.range`, () =>
      rangeFileOf(flight, line, content.laserSerial),
    ),
  );
  return [
    ...papers(content),
    ...plans(flight, content),
    fms(flight, content),
    sampleFile(`${content.flight.flightId}_control.csv`, () => controlFile(flight)),
    ...recording(flight, content, `${part}/`),
    ...ranges,
  ];
}

/** The imagery folder of the same flight: heads of images and the log of their events. */
export function imageryFolder(flight: TerrainFlight, content: FlightContent): SampleFile[] {
  const part = partOf(content);
  const images = imageNames(flight, part).map((name, i) =>
    sampleFile(`${part}/${name}`, () => iiqFile(IMAGE_BYTES, content.flight.seed + i)),
  );
  return [
    ...papers(content),
    ...(content.flight.simultaneous ? [] : recording(flight, content)),
    sampleFile(`${part}.csv`, () => eventLog(flight, part)),
    ...images,
  ];
}

/** The POS recording as `.000` and on. */
function recording(flight: TerrainFlight, content: FlightContent, folder = ""): SampleFile[] {
  const whole = flight.seconds / GPS_FILES;
  return Array.from({ length: GPS_FILES }, (_, i) =>
    sampleFile(`${folder}${partOf(content)}.00${i}`, () =>
      posRecording(flight, content.posSerial, Math.floor(i * whole), Math.floor((i + 1) * whole)),
    ),
  );
}

function plans(flight: TerrainFlight, content: FlightContent): SampleFile[] {
  const shapes = [...planned(flight), areaOfInterest(flight)];
  const plan = (id: string): SampleFile =>
    sampleFile(`${id}_flight_plan.kmz`, () => kmzFile(`${id} flight plan`, shapes));
  const covered = sampleFile(`${partOf(content)}.kmz`, () =>
    kmzFile(partOf(content), [coverage(flight)]),
  );
  return [...content.flight.projectIds.map(plan), covered];
}

/** The lines as they were planned: straight, a little shorter than recorded. */
function planned(flight: TerrainFlight): KmlShape[] {
  const place = placeIn(flight);
  let crossStrips = 0;
  return flight.lines.map(({ number, crossStrip, from, to }) => {
    const name = crossStrip
      ? `Cross Strip ${++crossStrips}`
      : `Line ${String(number).padStart(3, "0")}`;
    return { name, ring: false, points: [from, to].map(({ x, y }) => place([x, y])) };
  });
}

const placeIn =
  ({ site }: TerrainFlight) =>
  ([x, y]: readonly [number, number]): readonly [number, number] => {
    const { longitude, latitude } = site.geodetic([x, y, 0]);
    return [degrees(longitude), degrees(latitude)];
  };

const coverage = (flight: TerrainFlight): KmlShape =>
  rectangle(flight, "Coverage", HALF_LINE, lineY(LINES) + 120);

/** What the lines were planned for. */
const areaOfInterest = (flight: TerrainFlight): KmlShape =>
  rectangle(flight, "Area of interest", COVERED.x - 20, lineY(LINES) + 40);

function rectangle(flight: TerrainFlight, name: string, x: number, y: number): KmlShape {
  const corners: readonly (readonly [number, number])[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
    [-x, -y],
  ];
  return { name, ring: true, points: corners.map(placeIn(flight)) };
}

function fms(flight: TerrainFlight, content: FlightContent): SampleFile {
  const { flightId, projectIds, wheelsUp, wheelsDown } = content.flight;
  const { start } = flight.options;
  const margin = Math.min(600_000, (wheelsDown - wheelsUp) / 20);
  const day = new Date(wheelsUp).toISOString().slice(0, 10).replaceAll("-", "");
  const lines = flight.lines.map(({ begins, ends }) => ({
    start: start + begins * 1000,
    end: start + ends * 1000,
  }));
  const log = { flightId, projectIds, start: wheelsUp + margin, end: wheelsDown - margin, lines };
  return sampleFile(`FMS_Flight_Log_${day}_1.log`, () => fmsLog(log));
}

/** As many as ASPRS asks for at least (2023), and what a GNSS survey of them is wrong by; m. */
const POINTS = 30;
const NOISE = 0.01;

/** A survey of control points on the road, in the truth's coordinate system, with its own noise. */
export function controlFile(flight: TerrainFlight): Uint8Array {
  const { seed } = flight.options;
  const normal = normalFrom(randomFrom(seedOf(`control noise ${seed}`)));
  const rows = roadSamples(flight, `control ${seed}`, POINTS).map((sample, n) => {
    const [x, y, z] = [sample.x, sample.y, sample.z].map((value) =>
      (value + NOISE * normal()).toFixed(3),
    );
    return `GCP${String(n + 1).padStart(2, "0")},${x},${y},${z}`;
  });
  return strToU8(`${["name,x,y,z", ...rows].join("\r\n")}\r\n`);
}
