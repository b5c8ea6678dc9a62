import type { PreflightCheck, PreflightLevel, PreflightLine } from "@swath/contract/processing";

/** A line of a check. */
export const line = (
  Check: PreflightCheck,
  Level: PreflightLevel,
  Text: string,
  Advice: string | null = null,
): PreflightLine => ({ Check, Level, Text, Advice });
