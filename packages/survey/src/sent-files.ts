import { lastName } from "./rules/flight-parts.ts";
import { FILE_KINDS, type FileKindId } from "./rules/file-kinds.ts";

/** Extensions whose files are sent as they are (document 2, section 9). */
const NEVER_COMPRESSED: ReadonlySet<string> = new Set([
  "csv",
  "jgw",
  "jpg",
  "iiq",
  "kmz",
  "rawimage",
  "pdf",
  "laz",
  "pack",
  "raw",
  "tif",
  "sha1",
]);

/** Whether a file travels as Zstandard frames: every one but the {@link NEVER_COMPRESSED}, in any case. */
export function zipped(path: string): boolean {
  const name = lastName(path);
  const dot = name.lastIndexOf(".");
  return dot < 0 || !NEVER_COMPRESSED.has(name.slice(dot + 1).toLowerCase());
}

/** Logs, the plan and GNSS data: small beside the rest, and what every later step begins with. */
const FIRST: readonly FileKindId[] = [
  "fmsLog",
  "flightLog",
  "exifLog",
  "flightPlan",
  "gps",
  "pos",
  "observations",
  "postProcessed",
  "gpso",
  "gpsn",
  "gnssImu",
  "mm1Dat",
];

/** Whether a file is sent before those of the sensors; by its path below the chosen folder. */
export function isSentFirst(path: string): boolean {
  const name = lastName(path);
  return FIRST.some((id) => {
    const { claims, standard } = FILE_KINDS[id];
    return claims.test(path) && (standard.is !== "root" || standard.word.test(name));
  });
}
