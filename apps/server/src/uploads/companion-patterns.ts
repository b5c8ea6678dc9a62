import { patternsFault } from "@swath/survey";

/** Refuses patterns of companion files that would take flight data, or that are none. */
export function refusePatterns(
  patterns: readonly string[],
  context: { readonly addIssue: (message: string) => void },
): void {
  const fault = patternsFault(patterns);
  if (fault !== undefined) context.addIssue(fault);
}
