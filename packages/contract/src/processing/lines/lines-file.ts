/** The job that draws flight lines (document 3, section 3). */
export const LINES_JOB = "PI1_MineIP1";

/** The file of the flight lines of an area of interest among that job's outputs. */
export const flightLinesFile = (aoiNumber: number): string => `lines_AOI${aoiNumber}.kmz`;

/** The names of such files. */
export const FLIGHT_LINES_FILE: RegExp = /^lines_AOI[1-9]\d{0,4}\.kmz$/;

/** The KMZ files of a flight: its plans and coverages as uploaded, the flown lines as processed. */
export const KMZ_KINDS = ["plan", "coverage", "lines"] as const;
export type KmzKind = (typeof KMZ_KINDS)[number];
