import type { Flight, FlightUpload } from "@swath/contract/flights";
import { judgeFolder, type FolderVerdict } from "@swath/survey/judge-folder";
import type { PickedFile } from "./picked-file.ts";

/** Whether the upload's sensor captures LiDAR and imagery at once. */
export function isSimultaneous(flight: Pick<Flight, "Sensors">, sensorName: string): boolean {
  return flight.Sensors.some(
    ({ Sensor, SecondarySensor, Type }) =>
      Type === "LiDARandImagery" && (Sensor === sensorName || SecondarySensor === sensorName),
  );
}

/** Judges the chosen folder as one of this upload. */
export function judge(
  flight: Flight,
  upload: Pick<FlightUpload, "Type" | "SensorName">,
  isUpdate: boolean,
  picked: readonly PickedFile[],
): FolderVerdict {
  return judgeFolder({
    flightId: flight.FlightID,
    sensorName: upload.SensorName,
    uploadType: upload.Type,
    simultaneous: isSimultaneous(flight, upload.SensorName),
    isUpdate,
    files: picked.map(({ path, size }) => ({ path, size })),
  });
}
