import Box from "@mui/material/Box";
import { useRef, useState } from "react";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { RowCards } from "./row-cards.tsx";
import { useWidth } from "./use-width.ts";

type FoldingTableProps<Row> = Pick<
  DataTableProps<Row, undefined>,
  "caption" | "columns" | "rows" | "keyOf"
> & {
  /** In px; in a frame with much less room its rows are cards, with a little less it scrolls. */
  readonly minWidth: number;
};

/** Below this share of its width a table would be read by scrolling alone. */
const CARDS_BELOW = 0.75;

/** A table whose rows are cards where there is no room for its columns. */
export function FoldingTable<Row>({ minWidth, ...table }: FoldingTableProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState<number>();
  useWidth(frame, setWidth);
  const drawn =
    width === undefined ? null : width < minWidth * CARDS_BELOW ? (
      <RowCards {...table} />
    ) : (
      <DataTable {...table} minWidth={minWidth} />
    );
  return (
    <Box ref={frame} sx={{ overflowX: "auto" }}>
      {drawn}
    </Box>
  );
}
