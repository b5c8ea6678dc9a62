import { archivePathOf } from "@swath/contract/archive";
import { type Catalogue, LEGACY_DOCUMENT_VERSION, supportsDispatch } from "@swath/contract/flights";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";
import type { ExpectedUpload } from "../domain/uploads/create-uploads.ts";

export type CatalogueFlight = Catalogue["flights"][number];
export type CatalogueSensor = CatalogueFlight["Sensors"][number];

const TERRAIN_MAPPER = /^(?:Leica )?Terrain Mapper/i;
/** Optech's LiDAR sensors, of which the GPS may be uploaded alone. */
const OPTECH = /^(?:Optech|Galaxy|ALTM)/i;

const TERRAIN_MAPPER_TYPES: readonly UploadType[] = [
  "TerrainMapperRAW",
  "TerrainMapperGPS",
  "TerrainMapperLIDAR",
  "TerrainMapperImagery",
  "TerrainMapperLAZ",
  "TerrainMapperSOL",
];

const names = (sensor: CatalogueSensor): string[] =>
  [sensor.Sensor, sensor.SecondarySensor].filter((name) => name !== null);

/** A sensor log with the dispatch methods that its sensor allows. */
export function withAllowedDispatch(sensor: CatalogueSensor): CatalogueSensor {
  if (names(sensor).some(supportsDispatch)) return sensor;
  return {
    ...sensor,
    DataDispatchMethodLiDAR: "Not Applicable",
    DataDispatchMethodImagery: "Not Applicable",
  };
}

const each = (name: string, types: readonly UploadType[]): [UploadType, string][] =>
  types.map((type) => [type, name]);

function typesOf(sensor: CatalogueSensor): [UploadType, string][] {
  const [main, last] = [names(sensor)[0], names(sensor).at(-1)];
  if (main === undefined || last === undefined) return [];
  if (TERRAIN_MAPPER.test(main))
    return names(sensor)
      .filter((name) => TERRAIN_MAPPER.test(name))
      .flatMap((name) => each(name, TERRAIN_MAPPER_TYPES));
  const lidar = each(main, OPTECH.test(main) ? ["LiDAR", "OptechGPS"] : ["LiDAR"]);
  const bySensorType: Record<CatalogueSensor["Type"], [UploadType, string][]> = {
    LiDAR: lidar,
    LiDARandImagery: [...lidar, ...each(last, ["MediumFormatImagery"])],
    MediumFormatImagery: each(main, ["MediumFormatImagery", "MediumFormatImageryGPS"]),
    LargeFormatImagery: each(main, ["LargeFormatImagery", "LargeFormatImageryGPS"]),
  };
  return bySensorType[sensor.Type];
}

function firstStatus(flight: CatalogueFlight, type: UploadType): UploadStatus {
  if (archivePathOf(flight, type) !== null) return "ARCHIVED";
  return flight.DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION
    ? "LEGACY_SYSTEM"
    : "READY_FOR_UPLOAD";
}

/** The uploads a flight is to have: one for each type and sensor, however many logs the sensor has. */
export function uploadsOfFlight(flight: CatalogueFlight): ExpectedUpload[] {
  const found = new Map<string, ExpectedUpload>();
  for (const [type, sensorName] of flight.Sensors.flatMap(typesOf))
    found.set(`${type} ${sensorName}`, {
      flightId: flight.FlightID,
      type,
      sensorName,
      status: firstStatus(flight, type),
    });
  return [...found.values()];
}
