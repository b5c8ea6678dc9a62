import { archivePathOf } from "@swath/contract/archive";
import {
  type Flight,
  type FlightUpload,
  LEGACY_DOCUMENT_VERSION,
  OLD_STORAGE_VERSION,
} from "@swath/contract/flights";

/** Whether a flight's document is of the system before, so that it has no details. */
export function isLegacy(flight: Pick<Flight, "DocumentMajorVersion">): boolean {
  return flight.DocumentMajorVersion <= LEGACY_DOCUMENT_VERSION;
}

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

/**
 * What may be done with data that is ready or archived (document 1, section 4, "Display by status").
 *
 * cell-menu/M1 ready data: its link, one for each place it is stored in, and its details;
 * cell-menu/M2 a legacy document has no details;
 * cell-menu/M3 an archived upload: the link of its archive, and the way into it;
 * cell-menu/M4 the archive of a legacy document is not browsed;
 * cell-menu/M5 a document of version 1.4 has no archive entries, but the link to the old storage buckets;
 * cell-menu/M6 what is stored nowhere has no link.
 */
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

function storedLinks({ Locations }: FlightUpload): MenuEntry[] {
  return Locations.map((link) => ({ action: "copyLink", link }));
}
