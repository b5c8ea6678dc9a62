import type { Flight, SensorEquipment } from "@swath/contract/flights";
import { useQuery } from "@tanstack/react-query";
import { sensorEquipmentQuery, flightQuery } from "../data/record-queries.ts";
import { useApi } from "../platform/api/api.ts";
import { LoadFailure } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { TEXT } from "./messages.ts";

export interface FlightAndEquipment {
  readonly flight: Flight;
  /** Every sensor the company has: folders are validated against them. */
  readonly equipment: readonly SensorEquipment[];
}

/** A flight and the sensors. The upload's status is polled apart, so the flight is not. */
export function useFlight(flightId: string) {
  const api = useApi();
  const flight = useQuery({ ...flightQuery(api, flightId), refetchOnWindowFocus: false });
  const equipment = useQuery(sensorEquipmentQuery(api));
  const loaded = flight.data !== undefined && equipment.data !== undefined;
  return {
    data: loaded ? { flight: flight.data, equipment: equipment.data } : undefined,
    failed: flight.isError || equipment.isError,
    reload: () => void flight.refetch(),
  };
}

/** In place of a flight's page until the flight is loaded. */
export function FlightLoading({ flightId, failed }: { flightId: string; failed: boolean }) {
  if (!failed) return <Waiting text={`Loading Flight ${flightId} Details...`} fill shape="cards" />;
  return (
    <LoadFailure title={`Flight ${flightId} could not be loaded`}>{TEXT.loadFailed}</LoadFailure>
  );
}
