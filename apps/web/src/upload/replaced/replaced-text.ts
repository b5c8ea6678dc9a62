import type { Replacement } from "@swath/contract/uploads";
import { formatBytes } from "../../ui/format/bytes.ts";
import { plural } from "../../ui/format/count.ts";
import { utcDay, utcSecond } from "../../ui/format/time.ts";

/** When, by whom and how. */
export function replacementTitle({ at, user, broughtBack }: Replacement): string {
  const how = broughtBack ? "Replaced by earlier files" : "Replaced by an update";
  return `${how}, ${utcSecond(at)}${user === null ? "" : `, ${user}`}`;
}

/** What is kept of it, and until when. */
export function replacementSummary({ files, bytes, keptUntil }: Replacement): string {
  return `${plural(files, "file")}, ${formatBytes(bytes)}, kept until ${utcDay(keptUntil)}`;
}

/** Of the button and its dialog: how many of the files, undefined for all of them. */
export function bringBackText(chosen: number | undefined, files: number): string {
  const all = files > 1 && (chosen === undefined || chosen === files);
  return `Bring ${all ? "all " : ""}${plural(chosen ?? files, "file")} back`;
}
