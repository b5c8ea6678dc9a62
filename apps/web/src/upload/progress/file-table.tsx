import type { FileRow } from "@swath/upload-engine";
import { useMemo } from "react";
import { type LongColumn, LongTable } from "../../ui/table/grid/long-table.tsx";
import { FileCells } from "./file-cells.tsx";
import { fileTableStyle } from "./file-table-style.ts";
import { ROW_TONE, type RowFilter, shownRows } from "./row-tone.ts";

const COLUMNS: readonly LongColumn[] = [
  { name: "FILE" },
  { name: "PART", align: "right" },
  { name: "SIZE", align: "right" },
  { name: "UPLOAD" },
  { name: "STATUS" },
];

interface Props {
  readonly snapshot: { readonly rowCount: number; row(i: number): FileRow };
  readonly filter: RowFilter;
}

/** The per-file table: only the rows in sight are read. */
export function FileTable({ snapshot, filter }: Props) {
  const shown = useMemo(() => shownRows(snapshot, filter), [snapshot, filter]);
  return (
    <LongTable
      label="Files of the upload"
      columns={COLUMNS}
      count={shown?.length ?? snapshot.rowCount}
      renderRow={(index) => {
        const row = snapshot.row(shown?.[index] ?? index);
        return { key: index, tone: ROW_TONE[row.state], cells: <FileCells row={row} /> };
      }}
      tracks="minmax(240px, 1fr) 90px 110px 240px 170px"
      sx={fileTableStyle}
      none="No such files at the moment."
    />
  );
}
