import Box from "@mui/material/Box";
import type { FileRow } from "@swath/upload-engine";
import { useMemo } from "react";
import { ROW_HEIGHT } from "../../../ui/table/grid/grid-style.ts";
import { FileTableRow } from "./file-row.tsx";
import { shownRows, type RowFilter } from "./row-tone.ts";
import { fileTableStyle } from "./file-table-style.ts";
import { useVisibleRows } from "../../../ui/table/use-visible-rows.ts";

const COLUMNS: readonly { name: string; align?: "right" }[] = [
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

/** The per-file table: only the rows in sight exist, and only they are read. */
export function FileTable({ snapshot, filter }: Props) {
  const shown = useMemo(() => shownRows(snapshot, filter), [snapshot, filter]);
  const count = shown?.length ?? snapshot.rowCount;
  const { frame, height, rows } = useVisibleRows(count, ROW_HEIGHT, 8);
  return (
    <Box
      component="section"
      ref={frame}
      aria-label="Files of the upload"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={fileTableStyle}
    >
      <table aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1} className="row">
            {COLUMNS.map(({ name, align }) => (
              <th key={name} scope="col" className={align}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height }}>
          {rows.map(({ index, start }) => (
            <FileTableRow
              key={index}
              row={snapshot.row(shown?.[index] ?? index)}
              place={index + 2}
              start={start}
            />
          ))}
        </tbody>
      </table>
      {count === 0 && <p className="none">No such files at the moment.</p>}
    </Box>
  );
}
