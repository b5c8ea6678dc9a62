import { statSync } from "node:fs";
import { endpoints } from "@swath/contract/endpoints";
import { companions } from "@swath/survey";
import { readFolder } from "@swath/upload-engine/node";
import { reportOn } from "../../../apps/cli/src/upload/validate-folder.ts";
import { tokenOf } from "../../../e2e/api.ts";
import { filesBelow } from "../../../e2e/folder.ts";
import type { Surroundings } from "./fault-kind.ts";
import { steadyApi } from "./steady-api.ts";

const isCompanion = companions();

/** Files of a folder on the disk, in order; links and companion files are none of the flight's. */
export function filesIn(folder: string): string[] {
  const own = filesBelow(folder).filter((path) => !isCompanion(path.slice(folder.length + 1)));
  return own.toSorted();
}

/** Bytes of all files of a folder. */
export const folderBytes = (folder: string): number =>
  filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);

/** Whether the folder, as it is now, is one that may be sent. */
export async function isAccepted({ stand, client }: Surroundings): Promise<boolean> {
  const { folder, upload } = client.sending;
  const api = steadyApi({ origin: stand.origin, token: tokenOf(stand, "crew") });
  const { flightId, uploadType: Type, sensorName: SensorName } = upload;
  const flight = await api.call(endpoints.readFlight, { params: { flightId } });
  const equipment = await api.call(endpoints.listSensorEquipment, {});
  const read = await readFolder(folder);
  const report = await reportOn(read, { flight, upload: { Type, SensorName }, equipment });
  return report.state !== "blocked";
}
