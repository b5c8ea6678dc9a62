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
  | "unsupportedShape"
  | "unknownCrs";

/** A file that is read. */
export interface LoadedFile {
  readonly ok: true;
  readonly layer: LoadedLayer;
  /** What of it is left out, mended or taken for granted, in words. */
  readonly remarks: readonly string[];
}

/** What becomes of one file, or of one shapefile of an archive. */
export type LoadOutcome =
  | {
      readonly kind: "loaded";
      readonly layer: LoadedLayer;
      /** As of {@link LoadedFile}; absent where there are none. */
      readonly remarks?: readonly string[];
    }
  /** A shapefile whose .prj is missing or tells no system: to be loaded again with the one that its user chooses. */
  | ({ readonly kind: "needsCrs"; readonly file: string } & CrsQuestion)
  | LoadRefusal;

export interface CrsQuestion {
  /** Why it is asked: a sentence. */
  readonly because: string;
  /** Systems that the coordinates may be in; none where their extent tells nothing. */
  readonly candidates: readonly CrsCode[];
}

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
