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
  /** Parts that are left out, mended or assumed, in words. */
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

const TEXTS: Readonly<Record<LoadReason, string>> = {
  // Word for word: specification 3, section 5.
  otherFormat: "only shp and kmz files",
  empty: "The file is empty",
  tooLarge: "The file, or what it unpacks to, is too large",
  tooManyPositions: "The file has more positions or features than the map takes",
  notAZip: "The file is not a ZIP archive",
  encrypted: "The archive is encrypted",
  corrupt: "The archive is damaged",
  wrongChecksum: "The archive is damaged: its checksum is wrong",
  noKml: "The archive holds no KML",
  noShapefile: "The archive holds no shapefile",
  notWellFormed: "The KML is not well-formed XML",
  documentType: "The KML declares a document type, which is not read",
  notKml: "The document is not a KML",
  badCoordinates: "Coordinates cannot be read",
  outOfRange: "Coordinates are out of range",
  noGeometry: "The file holds nothing that can be drawn",
  notAShapefile: "The file is not a shapefile",
  unsupportedShape: "The shapefile holds shapes of a kind that is not read",
  unknownCrs: "The coordinate reference system is not read",
};

/** Why a file is refused, as people read it. */
export function reasonText({ reason, about }: Pick<LoadRefusal, "reason" | "about">): string {
  return about === undefined ? TEXTS[reason] : `${TEXTS[reason]}: ${about}`;
}
