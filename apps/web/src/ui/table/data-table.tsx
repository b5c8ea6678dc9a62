import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import { styled, type SxProps, type Theme } from "@mui/material/styles";
import { Fragment, type ReactNode } from "react";
import { Explained } from "../glossary/explained.tsx";
import { rovingRows } from "./roving-rows.ts";

/** Of a column that the rows can be sorted by. */
export interface ColumnSort {
  readonly direction: "asc" | "desc" | undefined;
  readonly onSort: () => void;
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

/** What a sorted head says to assistive technology. */
export function ariaSort(sort: ColumnSort | undefined) {
  if (sort === undefined) return {};
  return {
    "aria-sort": sort.direction === undefined ? ("none" as const) : SORTED[sort.direction],
  };
}

/** The text of a column's head; a button where the rows can be sorted by it. */
export function HeadText({ name, sort }: { name: string; sort: ColumnSort | undefined }) {
  const text = <Explained text={name} />;
  if (sort === undefined) return text;
  return (
    <TableSortLabel
      active={sort.direction !== undefined}
      direction={sort.direction ?? "asc"}
      onClick={sort.onSort}
    >
      {text}
    </TableSortLabel>
  );
}

/** A column of a table whose rows may take several lines. */
export interface Column<Row, Line = undefined> {
  readonly name: string;
  /** In place of the name at its head. */
  readonly head?: ReactNode;
  /** Any CSS width; columns without one share what is left. */
  readonly width?: string | undefined;
  /** In place of `width` where people arrange the columns: pixels, which grow with the table. */
  readonly size?: number;
  /** Whether people leave it where it is: at its place, in sight, at its width. */
  readonly isFixed?: boolean;
  /** How much of a card's width it takes where rows are drawn as cards; a third unless given. A box stands before the name. */
  readonly onCard?: "half" | "whole" | "box";
  /** The content of a row, spanning its lines. */
  readonly cell?: (row: Row) => ReactNode;
  /** In place of `cell`: the content of each line of a row. */
  readonly lineCell?: (line: Line | undefined, row: Row) => ReactNode;
  /** Whether this column names its row. */
  readonly isRowHeader?: boolean;
  /** Whether figures are compared down the column: they end at one edge. */
  readonly isFigure?: boolean;
  readonly sort?: ColumnSort;
  readonly sx?: SxProps<Theme>;
}

export interface DataTableProps<Row, Line> {
  /** What the table holds, for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row, Line>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The lines of a row; one unless given. */
  readonly linesOf?: (row: Row) => readonly Line[];
  /** What is open below a row, over all columns; undefined below the others. */
  readonly detailOf?: (row: Row) => ReactNode;
  /** The look of a row that stands out, where rows have one line; words of a cell say why. */
  readonly rowSx?: (row: Row) => SxProps<Theme>;
  /** In px; what is around a table that is narrower scrolls. */
  readonly minWidth?: number;
  /** Of the table and of each column where people arrange them: px, or any CSS width. */
  readonly width?: number | string;
  readonly widths?: readonly (number | string)[];
  /** What stands at the end of a column's head. */
  readonly headEnd?: (column: Column<Row, Line>) => ReactNode;
  readonly sx?: SxProps<Theme>;
}

const FIGURE = { align: "right" } as const;

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
export function DataTable<Row, Line = undefined>(props: DataTableProps<Row, Line>) {
  const { caption, columns, rows, keyOf, linesOf, detailOf, rowSx, minWidth } = props;
  const { width: whole, widths, headEnd, sx = {} } = props;
  return (
    <Table
      {...rovingRows}
      stickyHeader
      aria-label={caption}
      style={whole === undefined ? {} : { width: whole }}
      sx={[{ tableLayout: "fixed", minWidth }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      <TableHead>
        <TableRow data-row>
          {columns.map((column, index) => {
            const { name, head, sort, width, isFigure } = column;
            return (
              <TableCell
                key={name}
                data-column={name}
                {...ariaSort(sort)}
                {...(isFigure === true && FIGURE)}
                style={{ width: widths?.[index] ?? width }}
              >
                {head ?? <HeadText name={name} sort={sort} />}
                {headEnd?.(column)}
              </TableCell>
            );
          })}
        </TableRow>
      </TableHead>
      {linesOf === undefined ? (
        <TableBody>
          {rows.map((row) => {
            const detail = detailOf?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <TableRow hover data-row {...(rowSx === undefined ? {} : { sx: rowSx(row) })}>
                  {cellsOf(columns, row, [])}
                </TableRow>
                {detail === undefined ? null : (
                  <TableRow>
                    <TableCell colSpan={columns.length} sx={{ p: 0 }}>
                      {detail}
                    </TableCell>
                  </TableRow>
                )}
              </Fragment>
            );
          })}
        </TableBody>
      ) : (
        rows.map((row) => (
          <RowGroup key={keyOf(row)} data-row>
            {linesAsRows(columns, row, linesOf(row))}
          </RowGroup>
        ))
      )}
    </Table>
  );
}

type Columns<Row, Line> = readonly Column<Row, Line>[];

function linesAsRows<Row, Line>(
  columns: Columns<Row, Line>,
  row: Row,
  lines: readonly Line[],
): ReactNode {
  const inLines = columns.filter(({ cell }) => cell === undefined);
  return (
    <>
      <TableRow>{cellsOf(columns, row, lines)}</TableRow>
      {lines.slice(1).map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the row
        <TableRow key={index}>{cellsOf(inLines, row, [line])}</TableRow>
      ))}
    </>
  );
}

/**
 * The cells of the first of the lines; those of the row itself span them all. Styled by the theme as MUI's are: those
 * work out a style each, a tenth of the time until a list stands there.
 */
function cellsOf<Row, Line>(
  columns: Columns<Row, Line>,
  row: Row,
  lines: readonly Line[],
): ReactNode {
  return columns.map(({ name, cell, lineCell, isRowHeader = false, isFigure = false, sx }) => {
    const Cell = isRowHeader ? "th" : "td";
    const props = {
      "data-column": name,
      ...(isRowHeader && { scope: "row" }),
      "data-cell": isFigure ? "figure" : "text",
      ...(cell === undefined || lines.length < 2 ? {} : { rowSpan: lines.length }),
      children: cell === undefined ? lineCell?.(lines[0], row) : cell(row),
    };
    return sx === undefined ? (
      <Cell key={name} {...props} />
    ) : (
      <Box key={name} component={Cell} sx={sx} {...props} />
    );
  });
}
