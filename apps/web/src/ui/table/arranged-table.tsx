import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import { useCallback, useRef, useState } from "react";
import { SidewaysScroll } from "../page/sideways-scroll.tsx";
import { type ArrangedColumn, type Arrangement, shown } from "./arrangement.ts";
import { ColumnEdge } from "./column-edge.tsx";
import { columnWidths, resized } from "./column-widths.ts";
import { type Column, DataTable, type DataTableProps } from "./data-table.tsx";
import { RowCards } from "./row-cards.tsx";
import { type Room, useRoom } from "./room.ts";
import { useWidth } from "./use-width.ts";

/** The arrangement of a list's columns, and the frame that they are drawn in. */
export interface ColumnsControl {
  /** As declared. */
  readonly columns: readonly ArrangedColumn[];
  readonly arrangement: Arrangement;
  readonly change: (next: Arrangement) => void;
  /** The frame's width without that of fixed columns. */
  readonly room: Room;
}

/** With less room, px, rows are cards: columns would not be read without scrolling. */
const CARDS_BELOW = 960;

/** Of a page on both sides, px. */
const MARGINS = 48;

/** Until the frame is measured the window tells. */
export const isForCards = (room = window.innerWidth - MARGINS): boolean => room < CARDS_BELOW;

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const widthOfFixed = (columns: readonly ArrangedColumn[]): number =>
  sum(columns.map(({ isFixed, size = 0 }) => (isFixed === true ? size : 0)));

interface ArrangedTableProps<Row, Line> extends Omit<
  DataTableProps<Row, Line>,
  "minWidth" | "width" | "widths" | "headEnd" | "sx" | "detailOf"
> {
  readonly control: ColumnsControl;
}

/** A table whose columns people arrange; where there is no room for columns its rows are cards. */
export function ArrangedTable<Row, Line = undefined>(props: ArrangedTableProps<Row, Line>) {
  const { control, columns: all, ...table } = props;
  const { room, arrangement } = control;
  const element = useRef<HTMLElement>(null);
  const fixed = widthOfFixed(all);
  const isByShares = fixed === 0 && arrangement.widths === null;
  const onWidth = useCallback((width: number) => room.set(width - fixed), [room, fixed]);
  useWidth(element, onWidth, isByShares ? "with" : "before");
  const isDrawn = useRoom(room, (px) => isByShares || px !== undefined);
  const isCards = useRoom(room, isForCards);
  const columns = shown(all, arrangement);
  return (
    <Box ref={element}>
      {!isDrawn ? null : isCards ? (
        <RowCards {...table} columns={columns} />
      ) : (
        <Columns {...props} columns={columns} isByShares={isByShares} />
      )}
    </Box>
  );
}

interface ColumnsProps<Row, Line> extends ArrangedTableProps<Row, Line> {
  readonly columns: readonly Column<Row, Line>[];
  /** Whether each column has its declared share, whatever the room is. */
  readonly isByShares: boolean;
}

function Columns<Row, Line>({ control, columns, isByShares, ...table }: ColumnsProps<Row, Line>) {
  const { change, room } = control;
  // While an edge is dragged nothing is kept.
  const [dragged, setDragged] = useState<Arrangement>();
  const arrangement = dragged ?? control.arrangement;
  const movable = columns.filter(({ isFixed }) => isFixed !== true);
  const px = useRoom(room, (width) => (isByShares && dragged === undefined ? 0 : width)) ?? 0;
  const chosen = columnWidths(movable, arrangement, px);
  const taken = Math.round(sum(chosen));
  const isWider = useRoom(room, (width = Infinity) => taken > width);
  const widths = columns.map((column) => chosen[movable.indexOf(column)] ?? column.size ?? 0);
  const shares = widths.map((width) => `${(100 * width) / sum(widths)}%`);
  const headEnd = ({ name, isFixed }: Column<Row, Line>) =>
    isFixed === true ? null : (
      <ColumnEdge
        onDrag={(width) =>
          setDragged(resized(movable, control.arrangement, room.get() ?? taken, { name, width }))
        }
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
          {...(px === 0
            ? { width: `max(100%, ${taken}px)`, widths: shares }
            : { width: sum(widths), widths })}
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
