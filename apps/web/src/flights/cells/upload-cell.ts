import type { FlightUpload } from "@swath/contract/flights";
import type { UploadStatus } from "@swath/contract/uploads";
import { cellMenu, isLegacy } from "./cell-menu.ts";
import type { MenuEntry, MenuFlight } from "./cell-menu.ts";
import type { CellKind } from "./cell-kinds.ts";

export const COMING_SOON = "coming soon";
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

/**
 * The behaviour of one status cell (document 1, sections 2 and 4).
 *
 * upload-cell/C1 an 'All' cell of a Terrain Mapper that has not begun is disabled;
 * upload-cell/C2 once the raw upload has begun, its GNSS, LiDAR and Imagery cells are disabled;
 * upload-cell/C3 an Imagery cell of a Terrain Mapper that has not begun is announced, not offered;
 * upload-cell/C4 guests see tooltips only;
 * upload-cell/C5 ready and archived data opens a menu, where that has an entry;
 * upload-cell/C6 uploads of the system before and of legacy documents have no details;
 * upload-cell/C7 one that is ready for upload opens in a new tab; where an upload of this tab is
 *   unfinished it opens here and joins its queue;
 * upload-cell/C8 'Click for Upload details' is said where it is so, except while queued or uploading.
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
    link: ready && !of.tabUploads ? "newTab" : "here",
    menu: [],
    hint: HINTLESS.has(upload.Status) ? undefined : DETAILS_HINT,
    disabled: false,
  };
}

function menuRule(menu: readonly MenuEntry[]): CellRule {
  if (menu.length === 0) return INERT;
  const details = menu.some(({ action }) => action === "details");
  return { link: "menu", menu, hint: details ? DETAILS_HINT : undefined, disabled: false };
}

function disabled(hint: string): CellRule {
  return { link: "none", menu: [], hint, disabled: true };
}
