import Box from "@mui/material/Box";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { FileRow } from "@swath/upload-engine/core/upload-snapshot";
import { useMemo, useRef } from "react";
import { FileTableRow } from "./file-row.tsx";
import { shownRows, type RowFilter } from "./row-tone.ts";
import { tableLooks } from "./table-looks.ts";

const ROW_HEIGHT = 34;
const COLUMNS = ["FILE", "PART", "SIZE", "UPLOAD", "STATUS"] as const;

interface Props {
  readonly snapshot: { readonly rowCount: number; row(i: number): FileRow };
  readonly filter: RowFilter;
}

/** The per-file table: only the rows in sight exist, and only they are read. */
export function FileTable({ snapshot, filter }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => shownRows(snapshot, filter), [snapshot, filter]);
  const count = shown?.length ?? snapshot.rowCount;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    <Box
      ref={scroller}
      role="region"
      aria-label="Files of the upload"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      sx={tableLooks}
    >
      <div role="table" aria-label="Files" aria-rowcount={count + 1} aria-colcount={COLUMNS.length}>
        <div role="rowgroup" className="head">
          <div role="row" aria-rowindex={1} className="row">
            {COLUMNS.map((column) => (
              <span key={column} role="columnheader">
                {column}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ position: "relative", height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <FileTableRow
              key={index}
              row={snapshot.row(shown?.[index] ?? index)}
              place={index + 2}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            />
          ))}
        </div>
      </div>
    </Box>
  );
}
