import { sensorNumber } from "@swath/contract/ids";
import type { UploadType } from "@swath/contract/uploads";
import type { FlightContent } from "./flight-content.ts";
import {
  a3GpsLayout,
  a3Layout,
  dmcGpsLayout,
  dmcLayout,
  largeLayout,
  medium362Layout,
  mediumGps362Layout,
  mediumGpsLayout,
  mediumLayout,
} from "./imagery-layout.ts";
import {
  lidar362Layout,
  lidarLayout,
  optechGps362Layout,
  optechGpsLayout,
} from "./lidar-layout.ts";
import type { SampleFile } from "./sample-file.ts";
import {
  lazLayout,
  solLayout,
  terrainGpsLayout,
  terrainImageryLayout,
  terrainLidarLayout,
  terrainRawLayout,
} from "./terrain-layout.ts";

type Layout = (content: FlightContent, copies: readonly SampleFile[]) => SampleFile[];

const is362 = ({ flight }: FlightContent): boolean => sensorNumber(flight.sensorName) === "362";
const isDmc = ({ flight }: FlightContent): boolean => /^dmc/i.test(flight.sensorName);
const isA3 = ({ flight }: FlightContent): boolean => /^visionmap|\bA3\b/i.test(flight.sensorName);

function largeFormat(content: FlightContent): SampleFile[] {
  if (isDmc(content)) return dmcLayout(content);
  return isA3(content) ? a3Layout(content) : largeLayout(content);
}

const LAYOUTS: Readonly<Record<UploadType, Layout>> = {
  LiDAR: (content) => (is362(content) ? lidar362Layout(content) : lidarLayout(content)),
  OptechGPS: (content) => (is362(content) ? optechGps362Layout(content) : optechGpsLayout(content)),
  MediumFormatImagery: (content) =>
    is362(content) ? medium362Layout(content) : mediumLayout(content),
  MediumFormatImageryGPS: (content) =>
    is362(content) ? mediumGps362Layout(content) : mediumGpsLayout(content),
  LargeFormatImagery: largeFormat,
  LargeFormatImageryGPS: (content) =>
    isDmc(content) ? dmcGpsLayout(content) : a3GpsLayout(content),
  TerrainMapperLAZ: lazLayout,
  TerrainMapperSOL: solLayout,
  TerrainMapperGPS: terrainGpsLayout,
  TerrainMapperRAW: terrainRawLayout,
  TerrainMapperLIDAR: terrainLidarLayout,
  TerrainMapperImagery: terrainImageryLayout,
};

/** The files of a valid folder for the flight's upload type; `copies` are real LAZ files. */
export function layout(content: FlightContent, copies: readonly SampleFile[] = []): SampleFile[] {
  return LAYOUTS[content.flight.uploadType](content, copies);
}

/** `{FlightID}_{sensor number}`. */
export function baseFolder({ flight }: FlightContent): string {
  return `${flight.flightId}_${sensorNumber(flight.sensorName)}`;
}
