/** The dialogs on a chosen folder, in the order in which they are shown, with their titles. */
export const DIALOGS = {
  missingGps: "Missing GPS files",
  crossStrips: "No Cross-Strips Found!",
  fmsProjects: "Check FMS Log Files",
  fmsTimes: "Check FMS Log Files",
  laz: "Invalid laz files",
  zeroBytes: "Check Zero-byte Files",
  // The specification's end here.
  damaged: "Check Damaged Files",
  planShapes: "Check Flight Plan",
  leftOut: "Check What Was Left Out",
  flightParts: "Check Flight Parts",
} as const satisfies Record<string, string>;

export type DialogId = keyof typeof DIALOGS;
