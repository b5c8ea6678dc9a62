import type { LoadReason, LoadRefusal } from "./load-outcome.ts";

const TEXTS: Readonly<Record<LoadReason, string>> = {
  // Word for word: specification 3, section 5.
  otherFormat: "only shp and kmz",
  empty: "The file is empty",
  tooLarge: "The file, or what it unpacks to, is too large",
  tooManyPositions: "The file has more positions or features than the map takes",
  notAZip: "The file is no ZIP archive",
  encrypted: "The archive is encrypted",
  corrupt: "The archive is damaged",
  wrongChecksum: "The archive is damaged: its checksum is wrong",
  noKml: "The archive holds no KML",
  noShapefile: "The archive holds no shapefile",
  notWellFormed: "The KML is not well-formed XML",
  documentType: "The KML declares a document type, which is not read",
  notKml: "The document is no KML",
  badCoordinates: "Coordinates cannot be read",
  outOfRange: "Coordinates are out of range",
  noGeometry: "The file holds nothing that can be drawn",
  notAShapefile: "The file is no shapefile",
  unsupportedShape: "The shapefile holds shapes of a kind that is not read",
  unknownCrs: "The coordinate reference system is not read",
};

/** Why a file is refused, as people read it. */
export function reasonText({ reason, about }: Pick<LoadRefusal, "reason" | "about">): string {
  return about === undefined ? TEXTS[reason] : `${TEXTS[reason]}: ${about}`;
}
