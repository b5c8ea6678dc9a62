import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import { flightFacts } from "@swath/survey";
import type { JudgeRequest } from "../judging/judge-messages.ts";

/** What a folder of an upload is held against. */
export function judgeRequest(
  flight: Flight,
  upload: Pick<FlightUpload, "Type" | "SensorName">,
  equipment: readonly SensorEquipment[],
  isUpdate = false,
): JudgeRequest {
  return {
    ...flightFacts(flight, upload.SensorName),
    flightId: flight.FlightID,
    sensorName: upload.SensorName,
    uploadType: upload.Type,
    equipment,
    isUpdate,
  };
}
