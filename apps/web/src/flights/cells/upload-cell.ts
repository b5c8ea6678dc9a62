import { archivePathOf } from "@swath/contract/archive";
import {
  type Flight,
  type FlightUpload,
  LEGACY_DOCUMENT_VERSION,
  OLD_STORAGE_VERSION,
} from "@swath/contract/flights";
import type { UploadStatus } from "@swath/contract/uploads";
import type { CellKind } from "./sensor-lines.ts";

/** Whether the former system made a flight's document, so that it has no details. */
const isLegacy = ({ DocumentMajorVersion }: Pick<Flight, "DocumentMajorVersion">): boolean =>
  DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION;

/** One entry of the menu that a status opens; links are `s3://bucket/prefix`. */
export type MenuEntry =
  | { readonly action: "copyLink"; readonly link: string }
  | { readonly action: "copyArchiveLink"; readonly link: string }
  | { readonly action: "details" }
  | { readonly action: "browseArchive" };

export const ENTRY_LABEL: Readonly<Record<MenuEntry["action"], string>> = {
  copyLink: "Copy S3 link",
  details: "Upload Details",
  copyArchiveLink: "Copy S3 archive link",
  browseArchive: "Browse archived files",
};

export type MenuFlight = Pick<
  Flight,
  "DocumentMajorVersion" | "archiveS3PathLiDAR" | "archiveS3PathImagery"
>;

export const COMING_SOON = /* text */ "coming soon";
export const ALL_DISABLED = "Currently disabled, coming soon";
export const RAW_UPLOADED = "Upload option disabled because of other individually uploaded items";
export const DETAILS_HINT = "Click for Upload details";

/** How a status cell behaves: where it leads, and what it says beside its status. */
export interface CellRule {
  readonly link: "none" | "here" | "newTab" | "menu";
  /** What the menu offers; empty unless that is where the cell leads. */
  readonly menu: readonly MenuEntry[];
  readonly hint: string | undefined;
  readonly disabled: boolean;
}

/** Whether a cell, or its menu, leads to the upload's page. */
export const hasDetails = ({ link, menu }: CellRule): boolean =>
  link === "here" || link === "newTab" || menu.some(({ action }) => action === "details");

interface CellFacts {
  readonly kind: CellKind;
  readonly upload: FlightUpload;
  readonly flight: MenuFlight;
  readonly rawTaken: boolean;
  readonly guest: boolean;
  /** Whether an upload of this tab is unfinished. */
  readonly tabUploads: boolean;
}

const INERT: CellRule = { link: "none", menu: [], hint: undefined, disabled: false };
const MENU_STATUSES: ReadonlySet<UploadStatus> = new Set(["DATA_READY", "ARCHIVED"]);
const HINTLESS: ReadonlySet<UploadStatus> = new Set(["UPLOAD_QUEUED", "UPLOADING"]);
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
export const rawTaken = (uploads: readonly FlightUpload[]): boolean =>
  uploads.some(({ Type, Status }) => Type === "TerrainMapperRAW" && RAW_TAKING.has(Status));

/**
 * The behaviour of one status cell, and of its menu (document 1, sections 2 and 4).
 *
 * upload-cell/C1 an 'All' cell of a Terrain Mapper that has not begun is disabled;
 * upload-cell/C2 once the raw upload has begun, its GNSS, LiDAR and Imagery cells are disabled;
 * upload-cell/C3 an Imagery cell of a Terrain Mapper that has not begun is announced, not offered;
 * upload-cell/C4 guests see tooltips only;
 * upload-cell/C5 ready and archived data opens a menu, where that has an entry;
 * upload-cell/C6 uploads of the system before and of legacy documents have no details;
 * upload-cell/C7 one that is ready for upload opens in a new tab; where an upload of this tab is
 *   unfinished it opens here and joins its queue;
 * upload-cell/C8 'Click for Upload details' is said where it is so, except while queued or uploading;
 *
 * and of the menu:
 *
 * upload-cell/C9 ready data has its link, one for each place it is stored in, and its details;
 * upload-cell/C10 a legacy document has no details;
 * upload-cell/C11 an archived upload has the link of its archive, and the way into it;
 * upload-cell/C12 the archive of a legacy document is not browsed;
 * upload-cell/C13 a document of version 1.4 has no archive entries, but the link to the old storage buckets;
 * upload-cell/C14 an upload that is stored nowhere has no link.
 */
export function cellRule(of: CellFacts): CellRule {
  const { kind, upload, flight, guest } = of;
  const ready = upload.Status === "READY_FOR_UPLOAD" || upload.Status === "UPLOAD_INIT";
  if (kind === "tmAll" && ready) return disabled(ALL_DISABLED);
  if (of.rawTaken && (kind === "tmGnss" || kind === "tmLidar" || kind === "tmImagery"))
    return disabled(RAW_UPLOADED);
  if (kind === "tmImagery" && ready) return disabled(COMING_SOON);
  if (guest) return INERT;
  if (MENU_STATUSES.has(upload.Status)) return menuRule(cellMenu(flight, upload));
  if (upload.Status === "LEGACY_SYSTEM" || isLegacy(flight)) return INERT;
  return {
    ...INERT,
    link: ready && !of.tabUploads ? "newTab" : "here",
    hint: HINTLESS.has(upload.Status) ? undefined : DETAILS_HINT,
  };
}

function menuRule(menu: readonly MenuEntry[]): CellRule {
  if (menu.length === 0) return INERT;
  const details = menu.some(({ action }) => action === "details");
  return { ...INERT, link: "menu", menu, hint: details ? DETAILS_HINT : undefined };
}

const disabled = (hint: string): CellRule => ({ ...INERT, hint, disabled: true });

/** The actions on data that is ready or archived (upload-cell/C9 to C14). */
export function cellMenu(flight: MenuFlight, upload: FlightUpload): readonly MenuEntry[] {
  if (upload.Status === "DATA_READY") {
    const links = storedLinks(upload);
    return isLegacy(flight) ? links : [...links, { action: "details" }];
  }
  if (upload.Status !== "ARCHIVED") return [];
  if (flight.DocumentMajorVersion === OLD_STORAGE_VERSION) return storedLinks(upload);
  const link = archivePathOf(flight, upload.Type);
  if (link === null) return [];
  const copy = { action: "copyArchiveLink", link } as const;
  return isLegacy(flight) ? [copy] : [copy, { action: "browseArchive" }];
}

const storedLinks = ({ Locations }: FlightUpload): MenuEntry[] =>
  Locations.map((link) => ({ action: "copyLink", link }));
