import type { Flight, FlightUpload } from "@swath/contract/flights";
import { LEGACY_DOCUMENT_VERSION } from "@swath/contract/limits";
import type { UploadStatus } from "@swath/contract/upload-status";
import type { CellKind } from "./sensor-lines.ts";

export const COMING_SOON = "coming soon";
export const ALL_DISABLED = "Currently disabled, coming soon";
export const RAW_UPLOADED = "Upload option disabled because of other individually uploaded items";
export const DETAILS_HINT = "Click for Upload details";

/** How a status cell behaves: where it leads, and what it says beside its status. */
export interface CellRule {
  readonly link: "none" | "here" | "newTab";
  readonly hint: string | undefined;
  readonly disabled: boolean;
}

interface CellQuestion {
  readonly kind: CellKind;
  readonly upload: FlightUpload;
  readonly documentVersion: number;
  readonly rawTaken: boolean;
  readonly guest: boolean;
}

const INERT: CellRule = { link: "none", hint: undefined, disabled: false };
const HINTLESS: ReadonlySet<UploadStatus> = new Set([
  "LEGACY_SYSTEM",
  "UPLOAD_QUEUED",
  "UPLOADING",
]);
const RAW_TAKING: ReadonlySet<UploadStatus> = new Set([
  "UPLOADING",
  "UPLOAD_FAILED",
  "UPLOAD_PAUSED",
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
  "VALIDATING_UPLOAD_FAILED",
  "DATA_READY",
  "UPLOAD_QUEUED",
  "UPLOAD_STALLED",
  "ARCHIVED",
]);

/** Whether a raw upload has begun, so that its parts are not to be uploaded one by one. */
export function rawTaken(uploads: readonly FlightUpload[]): boolean {
  return uploads.some(({ Type, Status }) => Type === "TerrainMapperRAW" && RAW_TAKING.has(Status));
}

export function isLegacy(flight: Pick<Flight, "DocumentMajorVersion">): boolean {
  return flight.DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION;
}

/**
 * The behaviour of one status cell (document 1, sections 2 and 4).
 *
 * C1 the 'All' cell of a Terrain Mapper is disabled;
 * C2 once the raw upload has begun, its GNSS, LiDAR and Imagery cells are disabled;
 * C3 an Imagery cell of a Terrain Mapper that has not begun is announced, not offered;
 * C4 guests see tooltips only;
 * C5 legacy and archived uploads have no details, nor has ready data of a legacy document;
 * C6 one that is ready for upload opens in a new tab;
 * C7 legacy, queued and uploading cells do not say 'Click for Upload details'.
 */
export function cellRule(question: CellQuestion): CellRule {
  const { kind, upload, guest } = question;
  if (kind === "tmAll") return disabled(ALL_DISABLED);
  if (question.rawTaken && (kind === "tmGnss" || kind === "tmLidar" || kind === "tmImagery"))
    return disabled(RAW_UPLOADED);
  const ready = upload.Status === "READY_FOR_UPLOAD" || upload.Status === "UPLOAD_INIT";
  if (kind === "tmImagery" && ready) return disabled(COMING_SOON);
  if (guest) return INERT;
  if (upload.Status === "LEGACY_SYSTEM" || upload.Status === "ARCHIVED") return INERT;
  const legacy = isLegacy({ DocumentMajorVersion: question.documentVersion });
  if (upload.Status === "DATA_READY" && legacy) return INERT;
  return {
    link: ready ? "newTab" : "here",
    hint: HINTLESS.has(upload.Status) ? undefined : DETAILS_HINT,
    disabled: false,
  };
}

function disabled(hint: string): CellRule {
  return { link: "none", hint, disabled: true };
}
