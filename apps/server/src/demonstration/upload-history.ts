import { NO_DEMONSTRATION_FILES } from "@swath/contract/demonstration";
import {
  type Catalogue,
  LEGACY_DOCUMENT_VERSION,
  OLD_STORAGE_VERSION,
} from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadStatus, type UploadType } from "@swath/contract/uploads";
import type { ExpectedUpload } from "../domain/uploads/create-uploads.ts";
import { uploadsOfFlight, type CatalogueFlight } from "../catalogue/sensor-families.ts";
import { findAccount } from "../platform/embedded-identity/accounts.ts";
import { startOf, turn } from "./demonstration-catalogue.ts";
import { SETUPS } from "./invented-records.ts";

/** A person of the demonstration. */
export interface DemonstrationPerson {
  readonly subject: string;
  readonly name: string;
}

/** The person of what was done in the demonstration by none of its accounts: nobody can sign in as them. */
export const PERSON: DemonstrationPerson = { subject: "demonstration", name: "Demi Demonstration" };

/** Why an upload has its status. */
function reasonOf(status: UploadStatus): string | null {
  if (UPLOAD_STATUS[status].active)
    return "Demonstration: nobody sends it, the server keeps it in this state";
  if (status === "UPLOAD_STALLED" || status === "UPLOAD_PAUSED") return NO_DEMONSTRATION_FILES;
  if (status === "UPLOAD_FAILED")
    return "Demonstration: the drive was unplugged while a file was read";
  return status === "VALIDATING_UPLOAD_FAILED"
    ? "Demonstration: the files differ from the source"
    : null;
}

/** Most of the newest flights stay ready for upload; of the older ones, one upload each has a past. */
const UNTOUCHED = 2 * SETUPS.length;
/** An upload of one of the newest flights. */
interface NewestPast {
  readonly status: UploadStatus;
  /** Where it is not the flight's first upload. */
  readonly type?: UploadType;
  /** An account whose it is, and needs: such uploads do not go on without them. */
  readonly of?: DemonstrationPerson;
  /** Hours before the day of the first start; else it was when the flight landed. */
  readonly hours?: number;
}

const account = (subject: string): DemonstrationPerson => {
  const found = findAccount(subject);
  return { subject, name: `${found?.givenName} ${found?.familyName}` };
};
const CREW = account("crew");

/**
 * Of the newest flights by their place: on the first page something is sent, has failed, is ready, and
 * whoever may upload has something that waits for them.
 */
const NEWEST_PASTS: Readonly<Record<number, NewestPast>> = {
  2: { status: "UPLOAD_PAUSED", type: "MediumFormatImagery", of: CREW, hours: 3 },
  3: { status: "UPLOADING" },
  4: { status: "UPLOAD_FAILED", of: CREW, hours: 7 },
  5: { status: "DATA_READY" },
  8: { status: "DATA_READY" },
  9: { status: "UPLOAD_STALLED", of: CREW, hours: 28 },
  // The raw data of a Terrain Mapper, so that its parts are not to be uploaded one by one.
  16: { status: "DATA_READY" },
  18: { status: "UPLOAD_PAUSED", of: account("operator"), hours: 9 },
  19: { status: "UPLOAD_STALLED", of: account("leader"), hours: 26 },
  24: { status: "VALIDATING_SOURCE_FAILED", of: account("admin"), hours: 30 },
  // A part of a Terrain Mapper's data alone.
  25: { status: "DATA_READY", type: "TerrainMapperLIDAR" },
  27: {
    status: "UPLOAD_FAILED",
    type: "MediumFormatImagery",
    of: account("office"),
    hours: 14,
  },
  29: {
    status: "UPLOAD_STALLED",
    type: "TerrainMapperLIDAR",
    of: account("crew2"),
    hours: 5,
  },
};
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
  readonly of: DemonstrationPerson;
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

const HOUR_MS = 3_600_000;

function historyOf(
  flight: CatalogueFlight,
  { type, sensorName }: ExpectedUpload,
  { status, of = PERSON, hours }: NewestPast,
  started: number,
): UploadHistory {
  const landed = flight.WheelsDown ?? flight.Date[0]!;
  return {
    flightId: flight.FlightID,
    type,
    sensorName,
    of,
    status,
    reason: reasonOf(status),
    updated: hours === undefined ? landed : new Date(started - hours * HOUR_MS).toISOString(),
    stored: status === "DATA_READY" && flight.DocumentMajorVersion !== OLD_STORAGE_VERSION,
    archived: false,
  };
}

function historyOfVersion({ DocumentMajorVersion }: CatalogueFlight): readonly UploadStatus[] {
  if (DocumentMajorVersion === OLD_STORAGE_VERSION) return OLDEST_PASTS;
  return DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION ? LEGACY_PASTS : PASTS;
}

/** The uploads of the demonstration that have a past, of a catalogue that begins with a day of the first start. */
export function demonstrationHistory(
  { flights }: Pick<Catalogue, "flights">,
  day?: string,
): UploadHistory[] {
  const started = startOf(day);
  const counted = new Map<number, number>();
  const next = (flight: CatalogueFlight): NewestPast => {
    const kind = Math.min(flight.DocumentMajorVersion, LEGACY_DOCUMENT_VERSION + 1);
    const index = counted.get(kind) ?? 0;
    counted.set(kind, index + 1);
    return { status: turn(historyOfVersion(flight), index) };
  };
  return flights.flatMap((flight, index) => {
    const uploads = uploadsOfFlight(flight);
    if (isWhole(flight, index))
      return uploads.map((upload) => ({
        ...historyOf(flight, upload, { status: "DATA_READY" }, started),
        archived: isArchived(index),
      }));
    const past = staysUntouched(flight, index) ? NEWEST_PASTS[index] : next(flight);
    if (past === undefined) return [];
    const type = past.type ?? uploads[0]?.type;
    const upload = uploads.find((each) => each.type === type);
    return upload === undefined ? [] : [historyOf(flight, upload, past, started)];
  });
}
