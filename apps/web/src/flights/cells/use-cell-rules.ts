import type { Flight } from "@swath/contract/flights";
import { useTabUploads } from "../../platform/area-contexts.ts";
import type { SensorLine, UploadCell } from "./sensor-lines.ts";
import { type CellRule, cellRule, rawTaken } from "./upload-cell.ts";

/** How the status cells of a flight's sensor behave for this user, in this tab. */
export function useCellRules(flight: Flight, line: SensorLine, guest: boolean) {
  const tabUploads = useTabUploads();
  return (cell: UploadCell): CellRule =>
    cellRule({
      ...cell,
      flight,
      rawTaken: rawTaken(
        line.uploads.filter(({ SensorName }) => SensorName === cell.upload.SensorName),
      ),
      guest,
      tabUploads,
    });
}
