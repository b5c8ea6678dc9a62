import type { Catalogue } from "@swath/contract/flights";
import type { UploadType } from "@swath/contract/uploads";
import { flightFacts } from "@swath/survey";
import { randomFrom, seedOf } from "./random.ts";

/** The flight that the files of a sample folder describe. */
export interface SampleFlight {
  readonly flightId: string;
  readonly sensorName: string;
  readonly uploadType: UploadType;
  readonly laserSerial: string;
  readonly posSerial: string;
  /** UTC, milliseconds since 1970. */
  readonly wheelsUp: number;
  readonly wheelsDown: number;
  readonly projectIds: readonly string[];
  /** Whether the processing template wants LAZ with near infrared. */
  readonly rgbn: boolean;
  /** Whether LiDAR and imagery are captured at once: the GPS is then in the LiDAR folder. */
  readonly simultaneous: boolean;
  /** The company's other sensors, by name. */
  readonly otherSensors: readonly string[];
  readonly seed: number;
}

/** Options in place of a flight that the catalogue lacks; they override the catalogue's. */
export interface FlightOptions {
  readonly sensor: string | undefined;
  readonly laserSerial: string | undefined;
  readonly posSerial: string | undefined;
  readonly wheelsUp: string | undefined;
  readonly wheelsDown: string | undefined;
  readonly projects: readonly string[];
  readonly simultaneous: boolean;
  readonly seed: string;
}

const DEFAULT_WHEELS_UP = "2026-03-14T01:10:00Z";
const FLIGHT_MS = 3 * 3_600_000;

/** Puts a sample flight together from the catalogue and the options; undefined where neither names a sensor. */
export function sampleFlight(
  flightId: string,
  catalogue: Catalogue | undefined,
  type: UploadType,
  options: FlightOptions,
): SampleFlight | undefined {
  const flight = catalogue?.flights.find((entry) => entry.FlightID === flightId);
  const wanted = options.sensor ?? sensorOf(flight?.Sensors ?? [], type);
  if (wanted === undefined) return undefined;
  const equipment = catalogue?.sensorEquipment.find((entry) => entry.Name === wanted);
  const facts = flight === undefined ? undefined : flightFacts(flight, wanted);
  const projects = facts?.projectIds ?? [];
  const projectIds = options.projects.length > 0 ? options.projects : projects;
  const templates = catalogue?.projects.filter((p) => projectIds.includes(p.ProjectID)) ?? [];
  const up = Date.parse(options.wheelsUp ?? flight?.WheelsUp ?? DEFAULT_WHEELS_UP);
  const down = options.wheelsDown ?? flight?.WheelsDown ?? undefined;
  return {
    flightId,
    sensorName: wanted,
    uploadType: type,
    laserSerial: options.laserSerial ?? equipment?.LaserSerialNo ?? "5060445",
    posSerial: options.posSerial ?? equipment?.POSSerialNo ?? "5268",
    wheelsUp: up,
    wheelsDown: down === undefined ? up + FLIGHT_MS : Date.parse(down),
    projectIds: projectIds.length > 0 ? [...new Set(projectIds)] : ["PRJ12345"],
    rgbn: templates.some((project) => project.ProcessingTemplate?.includes("RGBN") ?? false),
    simultaneous: options.simultaneous || (facts?.simultaneous ?? false),
    otherSensors: (catalogue?.sensorEquipment ?? []).flatMap(({ Name }) =>
      Name === wanted ? [] : [Name],
    ),
    seed: seedOf(`${flightId} ${type} ${options.seed}`),
  };
}

type SensorLog = Catalogue["flights"][number]["Sensors"][number];

const USUAL_TYPES = [
  "LiDAR",
  "TerrainMapperLAZ",
  "MediumFormatImagery",
  "LargeFormatImagery",
] as const satisfies readonly UploadType[];

/** The first usual type that a sensor of the flight makes; LiDAR where the flight is unknown. */
export function usualType(flightId: string, catalogue: Catalogue): UploadType {
  const sensors = catalogue.flights.find((flight) => flight.FlightID === flightId)?.Sensors ?? [];
  return USUAL_TYPES.find((type) => sensorOf(sensors, type) !== undefined) ?? "LiDAR";
}

/** The sensor of a flight that makes uploads of a type; of a pair, the camera makes the imagery. */
export function sensorOf(sensors: readonly SensorLog[], type: UploadType): string | undefined {
  const log = sensors.find((sensor) => makes(sensor, type));
  if (log === undefined) return undefined;
  const pair = [log.Sensor, log.SecondarySensor].filter((name) => name !== null);
  return log.Type === "LiDARandImagery" && type === "MediumFormatImagery" ? pair.at(-1) : pair[0];
}

function makes(sensor: SensorLog, type: UploadType): boolean {
  const terrainMapper = /^(leica )?terrain mapper/i.test(
    sensor.Sensor ?? sensor.SecondarySensor ?? "",
  );
  if (type.startsWith("TerrainMapper") || terrainMapper)
    return type.startsWith("TerrainMapper") && terrainMapper;
  if (type.startsWith("LargeFormat")) return sensor.Type === "LargeFormatImagery";
  if (type === "MediumFormatImageryGPS") return sensor.Type === "MediumFormatImagery";
  const wanted = type === "MediumFormatImagery" ? "MediumFormatImagery" : "LiDAR";
  return sensor.Type === wanted || sensor.Type === "LiDARandImagery";
}

const MINUTE_MS = 60_000;

/** One flight part: its name and its span in UTC milliseconds. */
export interface FlightPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The content of a folder's files; faults change it. */
export interface FlightContent {
  readonly flight: SampleFlight;
  readonly parts: readonly FlightPart[];
  /** South-west corner of the survey, in degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly crossStrips: boolean;
  /** Whether one of the planned lines has a single vertex. */
  readonly oneVertexLine: boolean;
  readonly laserSerial: string;
  readonly posSerial: string;
  readonly fmsProjects: readonly string[];
  /** Whether the first FMS log names no project. */
  readonly fmsSilent: boolean;
  /** Added to the start of the first FMS log, the end of the last, and all GPS times. */
  readonly fmsStartShift: number;
  readonly fmsEndShift: number;
  readonly gpsShift: number;
  readonly pointFormat: number;
  /** Bytes of the one large range file. */
  readonly largeRange: number;
}

/** The content of a folder without a fault: two flight parts between wheels up and wheels down. */
export function flightContent(flight: SampleFlight, largeRange: number): FlightContent {
  const random = randomFrom(flight.seed);
  const whole = flight.wheelsDown - flight.wheelsUp;
  const margin = Math.min(10 * MINUTE_MS, whole / 10);
  const middle = flight.wheelsUp + whole / 2;
  return {
    flight,
    parts: [
      { name: `${flight.flightId}_01`, start: flight.wheelsUp + margin, end: middle - margin / 2 },
      {
        name: `${flight.flightId}_02`,
        start: middle + margin / 2,
        end: flight.wheelsDown - margin,
      },
    ],
    longitude: 144 + random(),
    latitude: -38 + random(),
    crossStrips: true,
    oneVertexLine: false,
    laserSerial: flight.laserSerial,
    posSerial: flight.posSerial,
    fmsProjects: flight.projectIds,
    fmsSilent: false,
    fmsStartShift: 0,
    fmsEndShift: 0,
    gpsShift: 0,
    pointFormat: flight.rgbn ? 8 : 6,
    largeRange,
  };
}
