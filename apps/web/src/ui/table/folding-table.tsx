import Box from "@mui/material/Box";
import { useRef, useState } from "react";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { RowCards } from "./row-cards.tsx";
import { useWidth } from "./use-width.ts";

type FoldingTableProps<Row> = Pick<
  DataTableProps<Row, undefined>,
  "caption" | "columns" | "rows" | "keyOf" | "detailOf" | "rowSx"
> & {
  /** In px; in a narrower frame its rows are cards. */
  readonly minWidth: number;
};

/** A table whose rows are cards where there is no room for its columns. */
export function FoldingTable<Row>({ minWidth, ...table }: FoldingTableProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState<number>();
  useWidth(frame, setWidth);
  const drawn =
    width === undefined ? null : width < minWidth ? (
      <RowCards {...table} />
    ) : (
      <DataTable {...table} />
    );
  return <Box ref={frame}>{drawn}</Box>;
}

/** The look of a row whose values differ; its last cell says how. */
export const DIFFERS = {
  backgroundColor: "color-mix(in srgb, var(--mui-palette-secondary-main) 14%, transparent)",
  "& > *": { fontWeight: 650 },
} as const;
