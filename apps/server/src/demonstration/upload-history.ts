import {
  type Catalogue,
  LEGACY_DOCUMENT_VERSION,
  OLD_STORAGE_VERSION,
} from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadStatus, type UploadType } from "@swath/contract/uploads";
import type { ExpectedUpload } from "../domain/uploads/create-uploads.ts";
import { uploadsOfFlight, type CatalogueFlight } from "../catalogue/sensor-families.ts";
import { turn } from "./demonstration-catalogue.ts";
import { SETUPS } from "./invented-records.ts";

/** Why an upload has its status. */
function reasonOf(status: UploadStatus): string | null {
  if (UPLOAD_STATUS[status].active)
    return "Demonstration: nobody sends it, the server keeps it in this state";
  if (status === "UPLOAD_STALLED") return "The browser was not heard of for 60 seconds";
  return status === "VALIDATING_UPLOAD_FAILED"
    ? "Demonstration: the files differ from the source"
    : null;
}

/** Most of the newest flights stay ready for upload; of the older ones, one upload each has a past. */
const UNTOUCHED = 2 * SETUPS.length;
/** Of the newest flights by their place: on the first page something is sent, has failed, is ready. */
const NEWEST_PASTS: Readonly<Record<number, UploadStatus>> = {
  3: "UPLOADING",
  4: "UPLOAD_FAILED",
  5: "DATA_READY",
  8: "DATA_READY",
  // The raw data of a Terrain Mapper, so that its parts are not to be uploaded one by one.
  16: "DATA_READY",
  25: "DATA_READY",
};
/** Where that is not the flight's first upload: a part of a Terrain Mapper's data alone. */
const NEWEST_TYPES: Readonly<Record<number, UploadType>> = { 25: "TerrainMapperLIDAR" };
/** And something is archived, of today's documents and of legacy ones. */
const NEWEST_ARCHIVED: ReadonlySet<number> = new Set([6, 26]);
/** Of the older flights: each costs the first start some 50 ms. */
const ARCHIVED_EVERY = 6;

/**
 * Every status that lasts. Nobody sends the active ones: `keepUnderWay` renews their leases, so that
 * they do not stall. UPLOAD_COMPLETE and VALIDATING_UPLOAD are left out, as a rebuild would take them.
 */
const PASTS: readonly UploadStatus[] = [
  "DATA_READY",
  "UPLOADING",
  "UPLOAD_CANCELLED",
  "UPLOAD_QUEUED",
  "UPLOAD_PAUSED",
  "UPLOAD_STALLED",
  "UPLOAD_FAILED",
  "VALIDATING_SOURCE",
  "VALIDATING_SOURCE_FAILED",
  "VALIDATING_UPLOAD_FAILED",
  "DATA_READY",
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_INTEGRITY_CHECK",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  "UPDATE_CANCELLED",
];

/** Of legacy flights, some were moved from the system before. */
const LEGACY_PASTS: readonly UploadStatus[] = ["DATA_READY", "LEGACY_SYSTEM"];
/** Of the oldest, archives and data lie in that system's buckets. */
const OLDEST_PASTS: readonly UploadStatus[] = ["ARCHIVED", "DATA_READY"];

export interface UploadHistory {
  readonly flightId: string;
  readonly type: UploadType;
  readonly sensorName: string;
  readonly updated: string;
  readonly status: UploadStatus;
  readonly reason: string | null;
  /** Whether its data lies where Swath puts it, rather than in the buckets of the system before. */
  readonly stored: boolean;
  /** Whether its flight is archived once its data stands there. */
  readonly archived: boolean;
}

/** Legacy documents cannot be uploaded to. */
const staysUntouched = ({ DocumentMajorVersion }: CatalogueFlight, index: number): boolean =>
  index < UNTOUCHED && DocumentMajorVersion > LEGACY_DOCUMENT_VERSION;

/** Flights of which all data is there. The oldest documents have no archive link. */
const isWhole = ({ DocumentMajorVersion }: CatalogueFlight, index: number): boolean =>
  NEWEST_ARCHIVED.has(index) ||
  (index >= UNTOUCHED && index % 3 === 0 && DocumentMajorVersion > OLD_STORAGE_VERSION);
const isArchived = (index: number): boolean =>
  NEWEST_ARCHIVED.has(index) || index % ARCHIVED_EVERY === 0;

function historyOf(
  flight: CatalogueFlight,
  { type, sensorName }: ExpectedUpload,
  status: UploadStatus,
): UploadHistory {
  return {
    flightId: flight.FlightID,
    type,
    sensorName,
    status,
    reason: reasonOf(status),
    updated: flight.WheelsDown ?? flight.Date[0]!,
    stored: status === "DATA_READY" && flight.DocumentMajorVersion !== OLD_STORAGE_VERSION,
    archived: false,
  };
}

function historyOfVersion({ DocumentMajorVersion }: CatalogueFlight): readonly UploadStatus[] {
  if (DocumentMajorVersion === OLD_STORAGE_VERSION) return OLDEST_PASTS;
  return DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION ? LEGACY_PASTS : PASTS;
}

/** The uploads of the demonstration that have a past. */
export function demonstrationHistory({ flights }: Pick<Catalogue, "flights">): UploadHistory[] {
  const counted = new Map<number, number>();
  const next = (flight: CatalogueFlight): UploadStatus => {
    const kind = Math.min(flight.DocumentMajorVersion, LEGACY_DOCUMENT_VERSION + 1);
    const index = counted.get(kind) ?? 0;
    counted.set(kind, index + 1);
    return turn(historyOfVersion(flight), index);
  };
  return flights.flatMap((flight, index) => {
    const uploads = uploadsOfFlight(flight);
    if (isWhole(flight, index))
      return uploads.map((upload) => ({
        ...historyOf(flight, upload, "DATA_READY"),
        archived: isArchived(index),
      }));
    const type = NEWEST_TYPES[index] ?? uploads[0]?.type;
    const upload = uploads.find((each) => each.type === type);
    if (upload === undefined) return [];
    const past = staysUntouched(flight, index) ? NEWEST_PASTS[index] : next(flight);
    return past === undefined ? [] : [historyOf(flight, upload, past)];
  });
}
