import type { CatalogueSensor } from "../sensor-families.ts";

/** What is fitted for a flight; one sensor log for each entry. */
export type SensorSetup = readonly Pick<CatalogueSensor, "Sensor" | "SecondarySensor" | "Type">[];

const one = (
  Sensor: string | null,
  Type: CatalogueSensor["Type"],
  SecondarySensor: string | null = null,
): SensorSetup => [{ Sensor, SecondarySensor, Type }];

const GALAXY = one("Optech Galaxy Prime - 045", "LiDAR");
const TERRAIN_MAPPER = one("Leica Terrain Mapper - 101", "LiDARandImagery");
const GALAXY_T2000 = one("Optech Galaxy T2000 - 051", "LiDAR");

/** Taken in turn, from the newest flight on; every family of sensors is among them. */
export const SETUPS: readonly SensorSetup[] = [
  GALAXY,
  TERRAIN_MAPPER,
  one("Galaxy Edge Plus - 999", "LiDARandImagery", "P1 - 118"),
  one("P1 - 124", "MediumFormatImagery"),
  one("Visionmap A3 - 012", "LargeFormatImagery"),
  one("DMC II - 027", "LargeFormatImagery"),
  one("Vexcell UltraCam Eagle - 210", "MediumFormatImagery"),
  one("ALTM Pegasus - 362", "LiDARandImagery"),
  one("ALTM Orion - 233", "LiDAR"),
  one(null, "MediumFormatImagery", "P1 - 118"),
  one("Terrain Mapper - 102", "LiDAR"),
  // The same sensor with two logs: its data is uploaded once.
  [...GALAXY_T2000, ...GALAXY_T2000],
  // More identifiers than a cell shows.
  [...GALAXY, ...one("Phase One iXM - 125", "MediumFormatImagery"), ...GALAXY, ...GALAXY_T2000],
  // Many logs of one Terrain Mapper.
  Array.from({ length: 7 }, () => TERRAIN_MAPPER).flat(),
  // A pair of Terrain Mappers: more uploads than are listed one by one.
  one("Leica Terrain Mapper - 101", "LiDARandImagery", "Terrain Mapper - 102"),
];
