/**
 * The keys of everything that the cache holds. One place, so that what two areas read is one entry,
 * and what invalidates it finds it.
 */
export const queryKeys = {
  flights: (of: object) => ["flights", of] as const,
  flight: (flightId: string) => ["flight", flightId] as const,
  history: (flightId: string, of: object) => ["history", flightId, of] as const,
  views: ["views"] as const,
  sensorEquipment: ["sensor-equipment"] as const,
  flightFilterOptions: ["flight-filter-options"] as const,
  sessions: ["sessions"] as const,
  everybodysSessions: (of: object) => ["sessions", "everybody", of] as const,
  /** All that the explorer holds, and clears when it is left. */
  explorer: ["explorer"] as const,
  uploadStatus: (flightId: string, uploadId: string) =>
    ["upload-status", flightId, uploadId] as const,
  uploadProgress: (flightId: string, uploadId: string, isUpdate: boolean) =>
    ["upload-progress", flightId, uploadId, isUpdate] as const,
} as const;
