import type { JobRow } from "../rows/processing-row.ts";

/** What fits in a step: its name's part before the first `_`. */
export const shortName = (name: string): string => name.split("_")[0] ?? name;

/** What is read out begins with what is seen, so that one may also say it. */
export const spokenName = ({ name, label }: JobRow): string =>
  label.includes(shortName(name)) ? label : `${shortName(name)} ${label}`;
