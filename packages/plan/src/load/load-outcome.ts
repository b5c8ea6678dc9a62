import type { LoadedLayer } from "../model/index.ts";
import type { CrsCode } from "./crs/crs-catalogue.ts";

/** A file as it was picked or dropped. */
export interface PlanFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Why a file is not loaded. */
export type LoadReason =
  | "otherFormat"
  | "empty"
  | "tooLarge"
  | "tooManyPositions"
  | "notAZip"
  | "encrypted"
  | "corrupt"
  | "wrongChecksum"
  | "noKml"
  | "noShapefile"
  | "notWellFormed"
  | "documentType"
  | "notKml"
  | "badCoordinates"
  | "outOfRange"
  | "noGeometry"
  | "notAShapefile"
  | "truncated"
  | "wrongLength"
  | "unsupportedShape"
  | "damagedShape"
  | "countMismatch"
  | "damagedTable"
  | "damagedIndex"
  | "unknownCrs";

/** What becomes of one file, or of one shapefile of an archive. */
export type LoadOutcome =
  | {
      readonly kind: "loaded";
      readonly layer: LoadedLayer;
      /** What of the file is left out or mended, in words; absent where nothing is. */
      readonly remarks?: readonly string[];
    }
  /** A shapefile without a .prj: to be loaded again with the system that its user chooses. */
  | { readonly kind: "needsCrs"; readonly file: string; readonly candidates: readonly CrsCode[] }
  | LoadRefusal;

export interface LoadRefusal {
  readonly kind: "refused";
  readonly file: string;
  readonly reason: LoadReason;
  /** What it is about: a feature, a count, a datum. */
  readonly about?: string;
}

/** Why something cannot be read, while its file's name is not yet known. */
export interface Fault {
  readonly ok: false;
  readonly reason: LoadReason;
  readonly about?: string;
}

export function fault(reason: LoadReason, about?: string): Fault {
  return about === undefined ? { ok: false, reason } : { ok: false, reason, about };
}
