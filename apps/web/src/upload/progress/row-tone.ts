import type { FileRow } from "@swath/upload-engine";

export type RowTone = "error" | "warning" | "success" | "info";

/** Colours of the per-file table (document 2, section 2): red, yellow, green and blue. */
export const ROW_TONE: Readonly<Record<FileRow["state"], RowTone>> = {
  FAILED: "error",
  "RETRY @ END": "error",
  READING: "warning",
  COMPLETE: "success",
  COMPRESSING: "info",
  WAITING: "info",
  UPLOADING: "info",
};

export type RowFilter = "all" | "ongoing" | "failed";

const ONGOING: ReadonlySet<FileRow["state"]> = new Set(["READING", "COMPRESSING", "UPLOADING"]);

/** Whether a row of this state is shown under a filter. */
function rowShown(state: FileRow["state"], filter: RowFilter): boolean {
  if (filter === "all") return true;
  return filter === "failed" ? ROW_TONE[state] === "error" : ONGOING.has(state);
}

/** Indices of the rows shown under a filter; undefined for all of them, so that none is read. */
export function shownRows(
  snapshot: { readonly rowCount: number; row(i: number): FileRow },
  filter: RowFilter,
): number[] | undefined {
  if (filter === "all") return undefined;
  const shown: number[] = [];
  for (let i = 0; i < snapshot.rowCount; i += 1)
    if (rowShown(snapshot.row(i).state, filter)) shown.push(i);
  return shown;
}
