import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import { useCallback, useRef, useState } from "react";
import { SidewaysScroll } from "../page/sideways-scroll.tsx";
import { type ArrangedColumn, type Arrangement, shown } from "./arrangement.ts";
import { ColumnEdge } from "./column-edge.tsx";
import { columnWidths, resized } from "./column-widths.ts";
import { type Column, DataTable, type DataTableProps } from "./data-table.tsx";
import { RowCards } from "./row-cards.tsx";
import { useWidth } from "./use-width.ts";

/** The arrangement of a list's columns, and the frame that they are drawn in. */
export interface ColumnsControl {
  /** As declared. */
  readonly columns: readonly ArrangedColumn[];
  readonly arrangement: Arrangement;
  readonly change: (next: Arrangement) => void;
  /** The frame's width in px, without that of fixed columns; undefined until it is drawn. */
  readonly room: number | undefined;
  readonly setRoom: (room: number) => void;
}

/** With less room, px, rows are cards: columns would not be read without scrolling. */
const CARDS_BELOW = 960;

export const isCards = ({ room = CARDS_BELOW }: Pick<ColumnsControl, "room">): boolean =>
  room < CARDS_BELOW;

const widthOfFixed = (columns: readonly ArrangedColumn[]): number =>
  columns.reduce((sum, { isFixed, size = 0 }) => (isFixed === true ? sum + size : sum), 0);

interface ArrangedTableProps<Row, Line> extends Omit<
  DataTableProps<Row, Line>,
  "minWidth" | "widths" | "headEnd" | "sx" | "detailOf"
> {
  readonly control: ColumnsControl;
}

/** A table whose columns people arrange; where there is no room for columns its rows are cards. */
export function ArrangedTable<Row, Line = undefined>(props: ArrangedTableProps<Row, Line>) {
  const { control, columns: all, ...table } = props;
  const { room, setRoom, arrangement } = control;
  const element = useRef<HTMLElement>(null);
  const fixed = widthOfFixed(all);
  const onWidth = useCallback((width: number) => setRoom(width - fixed), [setRoom, fixed]);
  useWidth(element, onWidth);
  const columns = shown(all, arrangement);
  return (
    <Box ref={element}>
      {room === undefined ? null : isCards(control) ? (
        <RowCards {...table} columns={columns} />
      ) : (
        <Columns {...props} columns={columns} control={control} room={room} />
      )}
    </Box>
  );
}

interface ColumnsProps<Row, Line> extends ArrangedTableProps<Row, Line> {
  readonly columns: readonly Column<Row, Line>[];
  readonly room: number;
}

function Columns<Row, Line>({ control, columns, room, ...table }: ColumnsProps<Row, Line>) {
  const { change } = control;
  // While an edge is dragged nothing is kept.
  const [dragged, setDragged] = useState<Arrangement>();
  const arrangement = dragged ?? control.arrangement;
  const movable = columns.filter(({ isFixed }) => isFixed !== true);
  const chosen = columnWidths(movable, arrangement, room);
  const widths = columns.map((column) => chosen[movable.indexOf(column)] ?? column.size ?? 0);
  const isWider = Math.round(chosen.reduce((sum, width) => sum + width, 0)) > room;
  const headEnd = ({ name, isFixed }: Column<Row, Line>) =>
    isFixed === true ? null : (
      <ColumnEdge
        onDrag={(width) => setDragged(resized(movable, control.arrangement, room, { name, width }))}
        onDrop={() => {
          setDragged(undefined);
          if (dragged !== undefined) change(dragged);
        }}
        onReset={() => change({ ...arrangement, widths: null })}
      />
    );
  return (
    <>
      <SidewaysScroll label={`${table.caption}, scrolls sideways`}>
        <DataTable
          {...table}
          columns={columns}
          widths={widths}
          headEnd={headEnd}
          sx={(table.linesOf === undefined ? DENSITY : DENSITY_OF_LINES)[arrangement.density]}
        />
      </SidewaysScroll>
      {isWider ? (
        <Box component="p" sx={MORE}>
          There are more columns than fit: scroll sideways, or hide some by the button Columns.
        </Box>
      ) : null}
    </>
  );
}

const MORE = { m: 0, px: 1.5, py: 0.5, fontSize: "0.75rem", color: "text.secondary" } as const;

/** Of the first line's cells, and the text of all. */
const rows = (pad: number, text: object): SxProps<Theme> => ({
  "& > tbody": { "--row-pad": `${pad}px` },
  "& > tbody > tr > *": text,
});

/** Ten rows of three lines are in sight in a window of 900 px below the head of a page. */
const DENSITY: Readonly<Record<Arrangement["density"], SxProps<Theme>>> = {
  comfortable: rows(4, { lineHeight: 1.25 }),
  compact: rows(1, { lineHeight: 1.2, fontSize: "0.75rem" }),
};
/** The same where a row has a line for each of its parts: a line has room for a pill. */
const DENSITY_OF_LINES: typeof DENSITY = {
  comfortable: rows(6, {}),
  compact: rows(3, { lineHeight: 1.3, fontSize: "0.75rem" }),
};
