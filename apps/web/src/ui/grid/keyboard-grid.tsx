import Box from "@mui/material/Box";
import useMediaQuery from "@mui/material/useMediaQuery";
import { memo, useMemo } from "react";
import type { CSSProperties, ReactNode } from "react";
import { ariaSort, type ColumnSort, HeadText } from "../table/data-table.tsx";
import { TOUCH_PX } from "../theme/theme.ts";
import { isRange, selectBox, type Selection } from "../table/selection.tsx";
import { gridStyle, ROW_HEIGHT } from "./grid-style.ts";
import { narrowRowHeight, type NarrowRows, narrowRows } from "./narrow-rows.ts";
import { type GridActions, useGridNavigation } from "./grid-navigation.ts";

export interface GridColumn<Row> {
  readonly name: string;
  /** A track of the row's CSS grid. */
  readonly track: string;
  readonly align?: "right";
  /** Its place in the rows of a narrow window. */
  readonly area?: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sort?: ColumnSort;
}

interface KeyboardGridProps<Row> extends Omit<GridActions<Row>, "onToggle"> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Key of the row that is active at first, where it is there. */
  readonly startAt?: string | undefined;
  /** Another value of it makes the row of that key active and brings it into sight. */
  readonly goTo?: { readonly key: string } | undefined;
  /** Rows can be chosen, by Space or by their checkbox. */
  readonly selection?: Selection;
  /** How a row is laid out in a narrow window; `box` is its checkbox. */
  readonly narrow?: NarrowRows;
}

/** Below this wide a row takes several lines. */
const NARROW = "(max-width: 1199px)";
const COARSE = "(pointer: coarse)";
const NO_SSR = { noSsr: true } as const;

/**
 * A table that is walked by keyboard: the grid itself has the focus and names its active row, so that
 * only the rows in sight need to exist.
 */
export function KeyboardGrid<Row>(props: KeyboardGridProps<Row>) {
  const isNarrow = useMediaQuery(NARROW, NO_SSR);
  const isCoarse = useMediaQuery(COARSE, NO_SSR);
  const narrow = isNarrow ? props.narrow : undefined;
  const rowHeight = narrow ? narrowRowHeight(narrow) : isCoarse ? TOUCH_PX : ROW_HEIGHT;
  // Rows of another height are other rows.
  return <Grid key={rowHeight} {...props} narrow={narrow} rowHeight={rowHeight} />;
}

type GridProps<Row> = Omit<KeyboardGridProps<Row>, "narrow"> & {
  readonly narrow: NarrowRows | undefined;
  readonly rowHeight: number;
};

function Grid<Row>({ label, columns, selection, narrow, ...props }: GridProps<Row>) {
  const { rows, keyOf, nameOf, rowHeight } = props;
  const keys = useKeys(rows, keyOf);
  const onToggle =
    selection &&
    ((row: Row, range: boolean): void =>
      range ? selection.extendTo(keyOf(row), keys) : selection.toggle(keyOf(row)));
  const { frame, grid, active, activeId, visible, ...walk } = useGridNavigation({
    ...props,
    onToggle,
  });
  const tracks = [
    ...(selection === undefined ? [] : ["28px"]),
    ...columns.map(({ track }) => track),
  ];
  const areas = [
    ...(selection === undefined ? [] : ["box"]),
    ...columns.map(({ area }) => area ?? "none"),
  ];
  return (
    <Box
      ref={frame}
      sx={[gridStyle, narrow === undefined ? {} : narrowRows(narrow, areas)].flat()}
      style={{ "--tracks": tracks.join(" "), "--row-height": `${rowHeight}px` } as CSSProperties}
    >
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- a table that is walked is what ARIA calls a grid; HTML has no tag for it
        role="grid"
        ref={grid}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={selection !== undefined}
        aria-activedescendant={activeId}
        tabIndex={0}
        onKeyDown={walk.onKeyDown}
        onClick={walk.onClick}
        onContextMenu={walk.onContextMenu}
      >
        <thead>
          <tr aria-rowindex={1} className="row">
            {selection === undefined ? null : (
              <th scope="col">
                <SelectAll selection={selection} keys={keys} />
              </th>
            )}
            {columns.map(({ name, align, sort }) => (
              <th key={name} scope="col" className={align} {...ariaSort(sort)}>
                <HeadText name={name} sort={sort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: rows.length * rowHeight }}>
          {visible.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <GridRow
                key={keyOf(row)}
                id={walk.idOf(index)}
                index={index}
                start={start}
                active={index === active}
                chosen={selection?.isChosen(keyOf(row))}
                onToggle={onToggle as GridRowProps["onToggle"]}
                name={nameOf(row)}
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

/** The keys of all rows; other ones only with other rows. */
function useKeys<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly string[] {
  return useMemo(() => rows.map(keyOf), [rows, keyOf]);
}

interface SelectAllProps {
  readonly selection: Selection;
  readonly keys: readonly string[];
}

/** Chooses all rows, or none of them where all are chosen; not counted anew while they scroll. */
const SelectAll = memo(function SelectAll({ selection, keys }: SelectAllProps) {
  const count = keys.reduce((sum, key) => sum + Number(selection.isChosen(key)), 0);
  const all = count > 0 && count === keys.length;
  return selectBox("Select all rows", all, () => selection.toggleAll(keys), {
    some: count > 0 && !all,
  });
});

interface GridRowProps {
  readonly id: string;
  readonly index: number;
  /** Where it begins below the head, in pixels. */
  readonly start: number;
  readonly active: boolean;
  /** Undefined where rows cannot be chosen. */
  readonly chosen: boolean | undefined;
  readonly onToggle: ((row: unknown, range: boolean) => void) | undefined;
  readonly name: string;
  readonly row: unknown;
  readonly columns: readonly GridColumn<unknown>[];
}

/** Drawn anew only where it changes: a step draws two rows, not all in sight. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, start, active, chosen, onToggle, name, row, columns } = props;
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={chosen ?? active}
      data-active={active}
      className="row"
      style={{ transform: `translateY(${start}px)` }}
    >
      {chosen === undefined ? null : (
        <td>
          {selectBox(`Select ${name}`, chosen, (event) => onToggle?.(row, isRange(event)), {
            tabIndex: -1,
          })}
        </td>
      )}
      {columns.map(({ name: column, align, cell }) => (
        <td key={column} data-column={column} className={align}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
});
