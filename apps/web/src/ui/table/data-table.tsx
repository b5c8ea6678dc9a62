import Checkbox from "@mui/material/Checkbox";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { styled } from "@mui/material/styles";
import type { SxProps, Theme } from "@mui/material/styles";
import type { ReactNode } from "react";
import { ariaSort, type ColumnSort, HeadText } from "./head-cell.tsx";
import { extentOf, type Selection } from "./selection.ts";

/** A column of a table whose rows may take several lines. */
export interface Column<Row, Line = undefined> {
  readonly name: string;
  /** Any CSS width; columns without one share what is left. */
  readonly width?: string;
  /** The content of a row, spanning its lines. */
  readonly cell?: (row: Row) => ReactNode;
  /** In place of `cell`: the content of each line of a row. */
  readonly lineCell?: (line: Line | undefined, row: Row) => ReactNode;
  /** Whether this column names its row. */
  readonly isRowHeader?: boolean;
  readonly sort?: ColumnSort;
  readonly sx?: SxProps<Theme>;
}

interface DataTableProps<Row, Line> {
  /** What the table holds, for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row, Line>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The lines of a row; one unless given. */
  readonly linesOf?: (row: Row) => readonly Line[];
  /** Rows can be chosen by checkboxes; `nameOf` names them. */
  readonly selection?: Selection;
  readonly nameOf?: (row: Row) => string;
}

// A row with its lines is one group; rules stand between rows, not between lines.
const RowGroup = styled(TableBody)({
  "& > tr": { verticalAlign: "top" },
  "& > tr > *": { borderBottom: 0 },
  "& > tr > th": { fontWeight: 650 },
  "&:not(:first-of-type) > tr:first-of-type > *": {
    borderTop: "1px solid var(--mui-palette-divider)",
  },
  "&:hover": { backgroundColor: "var(--mui-palette-action-hover)" },
});

/** A table of declared columns over the rows of one page. */
export function DataTable<Row, Line = undefined>({
  caption,
  columns,
  rows,
  keyOf,
  linesOf,
  selection,
  nameOf = keyOf,
}: DataTableProps<Row, Line>) {
  const cellsOf = (row: Row, first?: Line, lines = 1): ReactNode => (
    <>
      {selection === undefined ? null : (
        <SelectCell selection={selection} of={keyOf(row)} name={nameOf(row)} lines={lines} />
      )}
      {columns.map((column) => (
        <RowCell key={column.name} column={column} row={row} first={first} lines={lines} />
      ))}
    </>
  );
  return (
    <Table stickyHeader aria-label={caption} sx={{ tableLayout: "fixed" }}>
      <TableHead>
        <TableRow>
          {selection === undefined ? null : (
            <SelectAllCell selection={selection} keys={rows.map(keyOf)} />
          )}
          {columns.map(({ name, width, sort }) => (
            <TableCell key={name} {...ariaSort(sort)} sx={width === undefined ? {} : { width }}>
              <HeadText name={name} sort={sort} />
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      {linesOf === undefined ? (
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} hover>
              {cellsOf(row)}
            </TableRow>
          ))}
        </TableBody>
      ) : (
        rows.map((row) => {
          const [first, ...others] = linesOf(row);
          return (
            <RowGroup key={keyOf(row)}>
              <TableRow>{cellsOf(row, first, others.length + 1)}</TableRow>
              {others.map((line, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the row
                <TableRow key={index}>{lineCells(columns, row, line)}</TableRow>
              ))}
            </RowGroup>
          );
        })
      )}
    </Table>
  );
}

interface RowCellProps<Row, Line> {
  readonly column: Column<Row, Line>;
  readonly row: Row;
  readonly first: Line | undefined;
  readonly lines: number;
}

function RowCell<Row, Line>({ column, row, first, lines }: RowCellProps<Row, Line>) {
  const { cell, lineCell, isRowHeader = false, sx = {} } = column;
  return (
    <TableCell
      {...(isRowHeader ? { component: "th", scope: "row" } : {})}
      {...(cell === undefined || lines === 1 ? {} : { rowSpan: lines })}
      sx={sx}
    >
      {cell === undefined ? lineCell?.(first, row) : cell(row)}
    </TableCell>
  );
}

/** A line after the first: only the cells that do not span the row. */
function lineCells<Row, Line>(
  columns: readonly Column<Row, Line>[],
  row: Row,
  line: Line,
): ReactNode {
  return columns.map(({ name, lineCell, sx = {} }) =>
    lineCell === undefined ? null : (
      <TableCell key={name} sx={sx}>
        {lineCell(line, row)}
      </TableCell>
    ),
  );
}

const SELECT_WIDTH = "48px";

function SelectAllCell({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const extent = extentOf(selection, keys);
  return (
    <TableCell padding="checkbox" sx={{ width: SELECT_WIDTH }}>
      <Checkbox
        size="small"
        checked={extent === "all"}
        indeterminate={extent === "some"}
        onChange={() => selection.toggleAll(keys)}
        slotProps={{ input: { "aria-label": "Select all rows of this page" } }}
      />
    </TableCell>
  );
}

interface SelectCellProps {
  readonly selection: Selection;
  /** The key of the row. */
  readonly of: string;
  readonly name: string;
  readonly lines: number;
}

function SelectCell({ selection, of, name, lines }: SelectCellProps) {
  return (
    <TableCell padding="checkbox" rowSpan={lines}>
      <Checkbox
        size="small"
        checked={selection.isChosen(of)}
        onChange={() => selection.toggle(of)}
        slotProps={{ input: { "aria-label": `Select ${name}` } }}
      />
    </TableCell>
  );
}
