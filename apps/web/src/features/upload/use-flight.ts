import { useQuery } from "@tanstack/react-query";
import type { Flight, SensorEquipment } from "@swath/contract/flights";
import { routes } from "@swath/contract/routes";
import { useApi } from "../../platform/api/api-context.tsx";

export interface FlightAndEquipment {
  readonly flight: Flight;
  /** Every sensor the company has. */
  readonly equipment: readonly SensorEquipment[];
}

export interface LoadedFlight {
  readonly data: FlightAndEquipment | undefined;
  readonly failed: boolean;
  readonly reload: () => void;
}

/** A flight and the sensors that its folders are validated against, loaded once and again on request. */
export function useFlight(flightId: string): LoadedFlight {
  const api = useApi();
  const flight = useQuery({
    queryKey: ["upload-flight", flightId],
    queryFn: ({ signal }) => api.call(routes.readFlight, { params: { flightId }, signal }),
    // The upload's own status is polled apart; the flight matters at the start and at the end.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const equipment = useQuery({
    queryKey: ["sensor-equipment"],
    queryFn: ({ signal }) =>
      api.call(routes.listSensorEquipment, { query: { pageSize: -1, sort: "Name 1" }, signal }),
    refetchOnWindowFocus: false,
  });
  const known = flight.data !== undefined && equipment.data !== undefined;
  return {
    data: known ? { flight: flight.data, equipment: equipment.data } : undefined,
    failed: flight.isError || equipment.isError,
    reload: () => void flight.refetch(),
  };
}
