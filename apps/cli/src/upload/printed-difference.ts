import { formatBytes } from "@swath/contract/bytes";
import {
  type DifferenceRow,
  FILE_CHANGE_WORDS,
  FILE_CHANGES,
  type Sum,
  type UpdateDifference,
} from "@swath/contract/uploads";

const NAMED = 20;

/** What an update changes: the sums of each change, and the first of the files that are new or replaced. */
export function printedDifference({ rows, sums, untouched }: UpdateDifference): string {
  const differing = rows.filter(({ change }) => change === "new" || change === "changed");
  const rest = differing.length - NAMED;
  return [
    "What this update changes:",
    ...FILE_CHANGES.map((change) => `  ${FILE_CHANGE_WORDS[change]}: ${sumText(sums[change])}`),
    `  Not in this folder, stays: ${sumText(untouched)}`,
    ...differing.slice(0, NAMED).map(line),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

function sumText({ files, bytes }: Sum): string {
  if (files === 0) return "none";
  return `${files} ${files === 1 ? "file" : "files"}, ${formatBytes(bytes)}`;
}

function line({ path, change, size, storedSize }: DifferenceRow): string {
  const before = storedSize === undefined ? "" : `${formatBytes(storedSize)} -> `;
  return `  ${FILE_CHANGE_WORDS[change]}: ${path} (${before}${formatBytes(size)})`;
}
