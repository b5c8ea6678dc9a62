import type { Flight, FlightUpload } from "@swath/contract/flights";
import { createContext, use } from "react";

/** What may be done with an archived upload. */
export interface ArchiveActions {
  /** Validates the archive and, where it is whole, opens it in the explorer. */
  readonly browse: (flight: Flight, upload: FlightUpload) => void;
}

const ArchiveActionsContext = createContext<ArchiveActions | undefined>(undefined);

export const ArchiveActionsProvider = ArchiveActionsContext.Provider;

/** The actions that the application gives its pages; undefined where archives cannot be browsed. */
export function useArchiveActions(): ArchiveActions | undefined {
  return use(ArchiveActionsContext);
}
