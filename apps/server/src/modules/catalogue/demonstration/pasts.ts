import {
  type Catalogue,
  LEGACY_DOCUMENT_VERSION,
  OLD_STORAGE_VERSION,
} from "@swath/contract/flights";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";
import type { ExpectedUpload } from "../../../domain/uploads/create-uploads.ts";
import { uploadsOfFlight, type CatalogueFlight } from "../sensor-families.ts";
import { SETUPS } from "./sensor-setups.ts";

/** The newest flights stay ready for upload; of the older ones, one upload each has a past. */
const UNTOUCHED = 2 * SETUPS.length;

const STALLED = "The browser was not heard of for 60 seconds";
const DIFFERS = "Demonstration: the files differ from the source";

/**
 * Every status that lasts. The ones in between stand still here, without lease and without place
 * in the queue; UPLOAD_COMPLETE and VALIDATING_UPLOAD are left out, as a rebuild would take them.
 */
const PASTS: readonly (readonly [UploadStatus, reason?: string])[] = [
  ["DATA_READY"],
  ["UPLOADING"],
  ["UPLOAD_CANCELLED"],
  ["UPLOAD_QUEUED"],
  ["UPLOAD_PAUSED"],
  ["UPLOAD_STALLED", STALLED],
  ["UPLOAD_FAILED"],
  ["VALIDATING_SOURCE"],
  ["VALIDATING_SOURCE_FAILED"],
  ["VALIDATING_UPLOAD_FAILED", DIFFERS],
  ["DATA_READY"],
  ["GENERATING_METADATA_N_UPLOAD_TASK"],
  ["GENERATING_METADATA_N_UPLOAD_TASK_FAILED"],
  ["CHECKING_CONCURRENT_UPLOAD"],
  ["UPLOAD_INTEGRITY_CHECK"],
  ["GENERATING_METADATA_N_CHECK_PROGRESS"],
  ["GENERATING_METADATA_N_CHECK_PROGRESS_FAILED"],
  ["UPDATE_CANCELLED"],
];

/** Of legacy flights, some were moved from the system before. */
const LEGACY_PASTS: readonly (readonly [UploadStatus])[] = [["DATA_READY"], ["LEGACY_SYSTEM"]];
/** Of the oldest, archives and data lie in that system's buckets. */
const OLDEST_PASTS: readonly (readonly [UploadStatus])[] = [["ARCHIVED"], ["DATA_READY"]];

export interface Past {
  readonly flightId: string;
  readonly type: UploadType;
  readonly sensorName: string;
  readonly updated: string;
  readonly status: UploadStatus;
  readonly reason: string | null;
  /** Whether its data lies where Swath puts it, rather than in the buckets of the system before. */
  readonly stored: boolean;
}

const turn = <T>(values: readonly T[], index: number): T => values[index % values.length]!;

function pastOf(flight: CatalogueFlight, upload: ExpectedUpload, index: number): Past | undefined {
  if (upload.status === "ARCHIVED") return undefined;
  const oldest = flight.DocumentMajorVersion === OLD_STORAGE_VERSION;
  const [status, reason = null] = turn<readonly [UploadStatus, reason?: string]>(
    oldest
      ? OLDEST_PASTS
      : flight.DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION
        ? LEGACY_PASTS
        : PASTS,
    index,
  );
  const { type, sensorName } = upload;
  const updated = flight.WheelsDown ?? flight.Date[0]!;
  const stored = status === "DATA_READY" && !oldest;
  return { flightId: flight.FlightID, type, sensorName, updated, status, reason, stored };
}

/** The uploads of the demonstration's older flights that have a past. */
export function demonstrationPasts({ flights }: Pick<Catalogue, "flights">): Past[] {
  const counted = new Map<number, number>();
  return flights.slice(UNTOUCHED).flatMap((flight) => {
    const [upload] = uploadsOfFlight(flight);
    if (upload === undefined) return [];
    const kind = Math.min(flight.DocumentMajorVersion, LEGACY_DOCUMENT_VERSION + 1);
    const index = counted.get(kind) ?? 0;
    const past = pastOf(flight, upload, index);
    if (past === undefined) return [];
    counted.set(kind, index + 1);
    return [past];
  });
}
