import { sensorNumber } from "@swath/contract/ids";
import type { ContentRequest } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { concerning } from "./findings.ts";

/** Holds the sensor number in the folder's name against the sensors the company has. */
export function checkSensor(
  request: Pick<ContentRequest, "baseFolder" | "equipment" | "sensorName">,
): readonly Finding[] {
  if (request.equipment.length === 0 || request.baseFolder === "") return [];
  const number = request.baseFolder.slice(request.baseFolder.lastIndexOf("_") + 1);
  const named = request.equipment.filter(({ Name }) => sensorNumber(Name) === number);
  if (named.length === 0) return concerning("content-sensor-unknown", [number]);
  const expected = named.some(({ Name }) => Name === request.sensorName);
  return concerning("content-sensor-number", expected ? [] : [request.baseFolder]);
}
