import { sensorNumber } from "@swath/contract/ids";
import type { ContentRequest } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { findingsOf } from "../rules/rule-table.ts";

/** Compares the sensor number in the folder's name with the sensors of the company. */
export function validateSensor(
  request: Pick<ContentRequest, "baseFolder" | "equipment" | "sensorName">,
): readonly Finding[] {
  if (request.equipment.length === 0 || request.baseFolder === "") return [];
  const number = request.baseFolder.slice(request.baseFolder.lastIndexOf("_") + 1);
  const named = request.equipment.filter(({ Name }) => sensorNumber(Name) === number);
  if (named.length === 0) return findingsOf("content-sensor-unknown", [number]);
  const expected = named.some(({ Name }) => Name === request.sensorName);
  return findingsOf("content-sensor-number", expected ? [] : [request.baseFolder]);
}
