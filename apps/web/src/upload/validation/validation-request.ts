import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import { flightFacts } from "@swath/survey";
import type { ValidationRequest } from "./validation-calls.ts";

/** What a folder of an upload is validated against. */
export function validationRequest(
  flight: Flight,
  upload: Pick<FlightUpload, "Type" | "SensorName">,
  equipment: readonly SensorEquipment[],
  {
    isUpdate = false,
    companions,
  }: { readonly isUpdate?: boolean; readonly companions: readonly string[] },
): ValidationRequest {
  return {
    ...flightFacts(flight, upload.SensorName),
    flightId: flight.FlightID,
    sensorName: upload.SensorName,
    uploadType: upload.Type,
    equipment,
    now: Date.now(),
    isUpdate,
    companions,
  };
}
