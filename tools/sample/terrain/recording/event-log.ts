import { gpsToUtc } from "@swath/survey";
import { csvFile } from "../../paper-writer.ts";
import { leverEnd, poseOf } from "../aircraft/pose.ts";
import { geodetic } from "../earth/ellipsoid.ts";
import { degrees } from "../earth/matrix.ts";
import type { TerrainFlight } from "../terrain-flight.ts";
import { exposureTimes } from "./exposures.ts";
import { gpsTime } from "./pos-recording.ts";

const COLUMNS = ["file", "time", "latitude", "longitude", "height", "gps_week", "gps_seconds"];

/** Names of the images, in the order of their exposures. */
export function imageNames(flight: TerrainFlight, part: string): string[] {
  return exposureTimes(flight).map((_, i) => `${part}_${String(i + 1).padStart(4, "0")}.iiq`);
}

/** The log of the camera's events (docs/formats.md): antenna and time of each exposure. */
export function eventLog(flight: TerrainFlight, part: string): Uint8Array {
  const names = imageNames(flight, part);
  const rows = exposureTimes(flight).map((at, i) => {
    const antenna = leverEnd(poseOf(flight.site, flight.motion.at(at)), flight.fitting.antenna);
    const { latitude, longitude, height } = geodetic(antenna);
    const time = gpsTime(flight, at);
    return [
      names[i] ?? "",
      new Date(gpsToUtc(time)).toISOString(),
      degrees(latitude).toFixed(8),
      degrees(longitude).toFixed(8),
      height.toFixed(3),
      String(time.week),
      time.seconds.toFixed(7),
    ];
  });
  return csvFile([COLUMNS, ...rows]);
}
