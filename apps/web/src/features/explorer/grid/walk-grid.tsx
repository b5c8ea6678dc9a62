import Box from "@mui/material/Box";
import TableSortLabel from "@mui/material/TableSortLabel";
import { memo } from "react";
import type { CSSProperties, ReactNode } from "react";
import { gridLooks, ROW_HEIGHT } from "./grid-looks.ts";
import { type GridActions, useWalk } from "./use-walk.ts";

export interface GridColumn<Row> {
  readonly name: string;
  /** A track of the row's CSS grid. */
  readonly track: string;
  readonly align?: "right";
  readonly cell: (row: Row) => ReactNode;
  /** Of a column that the rows can be sorted by. */
  readonly sort?: { readonly direction: "asc" | "desc" | undefined; readonly onSort: () => void };
}

interface WalkGridProps<Row> extends GridActions<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Key of the row that is active at first, where it is there. */
  readonly startAt?: string | undefined;
}

/**
 * A table that is walked by keyboard: the grid itself has the focus and names its active row, so that
 * only the rows in sight need to exist.
 */
export function WalkGrid<Row>({ label, columns, ...props }: WalkGridProps<Row>) {
  const { rows, keyOf } = props;
  const { frame, grid, active, activeId, visible, ...walk } = useWalk(props);
  const tracks = columns.map(({ track }) => track).join(" ");
  return (
    <Box ref={frame} sx={gridLooks} style={{ "--tracks": tracks } as CSSProperties}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- a table that is walked is what ARIA calls a grid; HTML has no tag for it
        role="grid"
        ref={grid}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={activeId}
        tabIndex={0}
        onKeyDown={walk.onKeyDown}
        onClick={walk.onClick}
        onContextMenu={walk.onContextMenu}
      >
        <thead>
          <tr aria-rowindex={1} className="row">
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody style={{ height: rows.length * ROW_HEIGHT }}>
          {visible.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <GridRow
                key={keyOf(row)}
                id={walk.idOf(index)}
                index={index}
                start={start}
                selected={index === active}
                row={row}
                columns={columns as readonly GridColumn<unknown>[]}
              />
            );
          })}
        </tbody>
      </table>
    </Box>
  );
}

interface GridRowProps {
  readonly id: string;
  readonly index: number;
  /** Where it begins below the head, in pixels. */
  readonly start: number;
  readonly selected: boolean;
  readonly row: unknown;
  readonly columns: readonly GridColumn<unknown>[];
}

/** Drawn anew only where it changes: a step draws two rows, not all in sight. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, start, selected, row, columns } = props;
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className="row"
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map(({ name, align, cell }) => (
        <td key={name} className={align}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
});

function HeadCell<Row>({ column }: { column: GridColumn<Row> }) {
  const { name, align, sort } = column;
  if (sort === undefined)
    return (
      <th scope="col" className={align}>
        {name}
      </th>
    );
  const { direction, onSort } = sort;
  const sorted = { asc: "ascending", desc: "descending" } as const;
  return (
    <th
      scope="col"
      className={align}
      aria-sort={direction === undefined ? "none" : sorted[direction]}
    >
      <TableSortLabel
        active={direction !== undefined}
        direction={direction ?? "asc"}
        onClick={onSort}
      >
        {name}
      </TableSortLabel>
    </th>
  );
}
