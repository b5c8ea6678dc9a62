import { FILE_KINDS, type FileKindId } from "./rules/file-kinds.ts";

/** Logs, the plan and GNSS data: small beside the rest, and what every later step begins with. */
const FIRST: readonly FileKindId[] = [
  "fmsLog",
  "flightLog",
  "exifLog",
  "flightPlan",
  "gps",
  "pos",
  "gpso",
  "gpsn",
  "gnssImu",
  "mm1Dat",
];

/** Whether a file is sent before those of the sensors; by its path below the chosen folder. */
export function isSentFirst(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return FIRST.some((id) => {
    const { claims, standard } = FILE_KINDS[id];
    return claims.test(path) && (standard.is !== "root" || standard.word.test(name));
  });
}
