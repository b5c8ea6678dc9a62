import type { FlightCold, RestoreTier } from "@swath/contract/cold";
import { endpoints } from "@swath/contract/endpoints";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callQuery } from "../queries.ts";
import { type Api, useApi } from "../../platform/api/api.ts";
import { polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** A part of a flight: a folder of a bucket, or a file there. */
interface ColdPlace {
  readonly bucket?: string;
  readonly prefix?: string;
}

export interface OfFlight {
  readonly flightId: string;
  /** Undefined: all of the flight. */
  readonly place?: ColdPlace | undefined;
}

const POLL_MS = 60_000;

/** What of a flight is in cold storage. */
export const coldQuery = (api: Api, { flightId, place = {} }: OfFlight) => ({
  ...callQuery(api, queryKeys.cold(flightId, place), endpoints.readCold, {
    params: { flightId },
    query: { ...place },
  }),
  ...polling(POLL_MS),
});

/** How long what is restored stays, and how fast it is restored. */
export interface RestoreChoice {
  readonly days: number;
  readonly tier: RestoreTier;
}

function useOrder<Choice>(of: OfFlight, call: (api: Api, choice: Choice) => Promise<FlightCold>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => call(api, choice),
    onSuccess: (answered) => {
      queries.setQueryData(coldQuery(api, of).queryKey, answered);
      return queries.invalidateQueries({ queryKey: queryKeys.cold(of.flightId) });
    },
  });
}

/** Orders a restore. */
export const useRestore = (of: OfFlight) =>
  useOrder(of, (api, choice: RestoreChoice) =>
    api.call(endpoints.restoreFromCold, {
      params: { flightId: of.flightId },
      body: { ...of.place, ...choice },
    }),
  );

/** Orders the move of a flight's data. */
export const useMove = (flightId: string) =>
  useOrder<void>({ flightId }, (api) => api.call(endpoints.moveToCold, { params: { flightId } }));
