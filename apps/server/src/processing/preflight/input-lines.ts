import { formatBytes } from "@swath/contract/bytes";
import type { PreflightLine } from "@swath/contract/processing";
import { line } from "./line.ts";
import type { PreflightFacts } from "./preflight-facts.ts";

const SHOWN = 3;
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Inputs: there, divisible into tasks, and standing in the store as they are listed. */
export function inputLines({ inputs, before }: PreflightFacts): PreflightLine[] {
  if ("waits" in inputs) {
    // What comes before it writes them anew.
    if (before.length > 0) return [line("inputs", "unknown", inputs.waits)];
    return [line("inputs", "blocking", inputs.waits, "The order waits until they are there.")];
  }
  if ("fault" in inputs)
    return [line("inputs", "blocking", inputs.fault, "The order would fail at once by that.")];
  const { files, bytes, tasks, looked, unreadable } = inputs;
  const there = `${count(files, "file")}, ${formatBytes(bytes)}, in ${count(tasks, "task")}`;
  if (unreadable.length === 0) return [line("inputs", "ok", `Inputs are there: ${there}`)];
  const names = unreadable.slice(0, SHOWN).join(", ");
  const more = unreadable.length > SHOWN ? " …" : "";
  return [
    line(
      "inputs",
      "blocking",
      `${unreadable.length} of ${count(looked, "file")} that were looked for do not stand in the store as listed: ${names}${more}`,
      "Validate the upload or the archive, or run again what wrote them.",
    ),
  ];
}
