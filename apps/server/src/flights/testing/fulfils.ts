import type { Condition } from "../filters/flight-condition.ts";
import { AIRCRAFT, MANAGERS, type RandomFlight } from "./random-flights.ts";

type FacetValues = Readonly<Record<string, readonly (string | null)[]>>;

function valuesOf({ aircraft, type, logs, statuses }: RandomFlight): FacetValues {
  return {
    Aircraft: [aircraft],
    AircraftType: [AIRCRAFT[aircraft]],
    FlightType: [type],
    Sensor: logs.map(({ sensor, secondary }) => sensor ?? secondary),
    SecondarySensor: logs.map(({ secondary }) => secondary),
    SensorType: logs.map((log) => log.type),
    ProjectID: logs.map(({ project }) => project),
    ProjectManager: logs.map(({ project }) => (project === null ? null : MANAGERS[project])),
    DataDispatchMethodLiDAR: logs.map(({ lidar }) => lidar),
    DataDispatchMethodImagery: logs.map(({ imagery }) => imagery),
    UploadStatus: statuses,
  };
}

function hasFacet(flight: RandomFlight, facet: string): boolean {
  const values = valuesOf(flight);
  const [field = "", value = ""] = facet.split("=");
  if (field === "has") return (values[value] ?? []).some((each) => each !== null);
  return (values[field] ?? []).includes(value);
}

/** Whether a flight fulfils a condition, by the plainest of means. */
export function fulfils(flight: RandomFlight, condition: Condition): boolean {
  switch (condition.kind) {
    case "facet":
      return condition.anyOf.some((facet) => hasFacet(flight, facet));
    case "flight":
      return condition.anyOf.includes(flight.id);
    case "surveyed":
      return flight.dates.some((date) => date >= condition.start && date < condition.end);
    case "all":
      return condition.of.every((each) => fulfils(flight, each));
    case "some":
      return condition.of.some((each) => fulfils(flight, each));
    case "not":
      return !fulfils(flight, condition.of);
    case "compare":
    case "present":
      break;
  }
  throw new Error(`no ${condition.kind} is made here`);
}
