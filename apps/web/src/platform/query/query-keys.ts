/**
 * The keys of everything that the cache holds. One place, so that what two areas read is one entry,
 * and what invalidates it finds it.
 */
export const queryKeys = {
  flights: (of: object) => ["flights", of] as const,
  flight: (flightId: string) => ["flight", flightId] as const,
  flightProgress: (flightId: string) => ["flight-progress", flightId] as const,
  /** What of a flight is in cold storage, all of it or at a place. */
  cold: (flightId: string, ...place: readonly object[]) => ["cold", flightId, ...place] as const,
  /** By the uploads and processings that it is drawn from. */
  flightMap: (flightId: string, of: readonly string[]) => ["flight-map", flightId, of] as const,
  /** What turns places of a system, by its well-known text, into degrees. */
  degrees: (text: string) => ["degrees", text] as const,
  findings: (processingId: string) => ["findings", processingId] as const,
  findingPicture: (findingId: string) => ["finding-picture", findingId] as const,
  profiles: (processingId: string) => ["profiles", processingId] as const,
  profilePicture: (profileId: string) => ["profile-picture", profileId] as const,
  cloudAttempts: (processingId: string) => ["cloud-attempts", processingId] as const,
  attemptLayers: (processingId: string, job: string, attempt: number) =>
    ["attempt-layers", processingId, job, attempt] as const,
  /** What measures on the ellipsoid. */
  geodesy: ["geodesy"] as const,
  preparation: (bucket: string, key: string) => ["preparation", bucket, key] as const,
  clouds: (processingId: string) => ["clouds", processingId] as const,
  flightLayers: (flightId: string) => ["flight-layers", flightId] as const,
  quickLook: (processingId: string, name: string) => ["quick-look", processingId, name] as const,
  /** Files that a reader has open, which goes with its page. */
  rasters: (reader: number, of: string) => ["rasters", reader, of] as const,
  history: (flightId: string, of: object) => ["history", flightId, of] as const,
  views: (list: string) => ["views", list] as const,
  found: (text: string) => ["found", text] as const,
  follows: ["follows"] as const,
  news: ["news"] as const,
  overview: ["overview"] as const,
  uploadQuotas: ["upload-quotas"] as const,
  /** What lies before and after a page in the list that its reader came from. */
  neighbours: (of: object) => ["neighbours", of] as const,
  newsSettings: ["news-settings"] as const,
  sensorEquipment: ["sensor-equipment"] as const,
  flightFilterOptions: ["flight-filter-options"] as const,
  settings: ["settings"] as const,
  lmsVersion: ["lms-version"] as const,
  systemState: ["system-state"] as const,
  holds: ["holds"] as const,
  due: ["due"] as const,
  deletions: ["deletions"] as const,
  certificates: ["certificates"] as const,
  systemFaults: ["system-faults"] as const,
  processings: (of: object) => ["processings", of] as const,
  terrainMapper: (of: object) => ["terrain-mapper", of] as const,
  /** All that the failure inbox holds. */
  failures: ["failures"] as const,
  failureCount: ["failures", "count"] as const,
  failureGroups: (of: object) => ["failures", "groups", of] as const,
  failureTargets: (visit: string) => ["failure-targets", visit] as const,
  groupFailures: (of: object) => ["failures", "group", of] as const,
  bulkPreview: (id: string) => ["bulk-preview", id] as const,
  timeline: (processingId: string, of: object) => ["timeline", processingId, of] as const,
  /** Of a record all that its dialogs of resubmission show: by its identifier alone. */
  resubmission: (processingId: string, ...of: readonly string[]) =>
    ["resubmission", processingId, ...of] as const,
  processingFilterOptions: ["processing-filter-options"] as const,
  downloadAuthorisation: (...of: readonly string[]) => ["download-authorisation", ...of] as const,
  custom: (...of: readonly string[]) => ["custom-processing", ...of] as const,
  processing: (processingId: string) => ["processing", processingId] as const,
  flightLines: (processingId: string, of: "record" | "lines" | "reflight") =>
    ["flight-lines", processingId, of] as const,
  reviewQueue: (of: object) => ["review-queue", of] as const,
  /** All that attempts of a job left. */
  attempts: (processingId: string, job: string) => ["attempts", processingId, job] as const,
  attempt: (processingId: string, job: string, attempt: number, of: object) =>
    ["attempts", processingId, job, attempt, of] as const,
  attemptFile: (of: object) => ["attempt-file", of] as const,
  resubmitImpact: (processingId: string, job: string) =>
    ["resubmit-impact", processingId, job] as const,
  instructionLists: ["instructions"] as const,
  instructionList: (kind: string, of: object) => ["instructions", kind, of] as const,
  instructionProjects: ["instruction-projects"] as const,
  instruction: (instructionId: string) => ["instruction", instructionId] as const,
  /** All that is known of parameters of a kind. */
  parameters: (kind: string) => ["parameters", kind] as const,
  parameterList: (kind: string, of: object) => ["parameters", kind, "list", of] as const,
  parameterRecord: (kind: string, id: string) => ["parameters", kind, "record", id] as const,
  instrumentDifferences: (first: string, second: string) =>
    ["parameters", "lidar", "files", first, second] as const,
  formerParameters: (kind: string, of: object) => ["parameters", kind, "former", of] as const,
  calibratedSensors: (kind: string) => ["parameters", kind, "sensors"] as const,
  matchingFlights: (kind: string, of: object) => ["parameters", kind, "flights", of] as const,
  aircraft: ["aircraft"] as const,
  sessions: ["sessions"] as const,
  everybodysSessions: (of: object) => ["sessions", "everybody", of] as const,
  /** All that the explorer holds, and clears when it is left. */
  explorer: ["explorer"] as const,
  /** An answer about an upload. */
  ofUpload: (
    what: "status" | "stored" | "verification" | "replacements" | "replaced",
    ...of: readonly string[]
  ) => ["upload", what, ...of] as const,
  uploadProgress: (flightId: string, uploadId: string, isUpdate: boolean) =>
    ["upload-progress", flightId, uploadId, isUpdate] as const,
} as const;
