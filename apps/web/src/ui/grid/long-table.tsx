import Box from "@mui/material/Box";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { SxProps, Theme } from "@mui/material/styles";
import type { Key, ReactNode } from "react";
import { rovingRows } from "../table/roving-rows.ts";
import { useVisibleRows } from "../table/use-visible-rows.ts";
import { gridStyle, ROW_HEIGHT } from "./grid-style.ts";
import { areasByPlace, narrowRowHeight, type NarrowRows, narrowRows } from "./narrow-rows.ts";

const OVERSCAN = 8;

/** A column's name, or with it what else stands in its head. */
export interface LongColumn {
  readonly name: string;
  readonly align?: "right";
  /** In place of the name. */
  readonly head?: ReactNode;
}

interface LongRow {
  readonly key: Key;
  /** Its `td`s in the columns' order. */
  readonly cells: ReactNode;
  /** What the table's style knows its rows by. */
  readonly tone?: string;
}

interface LongTableProps {
  /** Its accessible name. */
  readonly label: string;
  readonly columns: readonly LongColumn[];
  readonly count: number;
  /** Called for the rows in sight alone. */
  readonly renderRow: (index: number) => LongRow;
  /** Widths of the columns, as `grid-template-columns` has them. */
  readonly tracks: string;
  /** How a row is laid out in a narrow window; there it scrolls sideways without. */
  readonly narrow?: NarrowRows;
  readonly sx?: SxProps<Theme>;
  /** What it says without rows. */
  readonly none?: string;
}

const FRAME = {
  ...gridStyle,
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  "& .cut": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .none": { textAlign: "center", color: "text.secondary" },
} satisfies SxProps<Theme>;

/** Below this wide a row takes several lines. */
const NARROW = "(max-width: 999px)";

/** A table of any number of rows that scrolls by itself: only the rows in sight exist. */
export function LongTable(props: LongTableProps) {
  const isNarrow = useMediaQuery(NARROW, { noSsr: true });
  const narrow = isNarrow ? props.narrow : undefined;
  // Rows of another height are other rows.
  return <Frame key={narrow === undefined ? "wide" : "narrow"} {...props} narrow={narrow} />;
}

type FrameProps = Omit<LongTableProps, "narrow"> & { readonly narrow: NarrowRows | undefined };

function Frame({ label, columns, count, renderRow, tracks, narrow, sx, none }: FrameProps) {
  const { frame, height, rows } = useVisibleRows(
    count,
    narrow === undefined ? ROW_HEIGHT : narrowRowHeight(narrow),
    OVERSCAN,
  );
  const looks: SxProps<Theme>[] = [FRAME, { "--tracks": tracks }, sx ?? {}];
  if (narrow !== undefined) looks.push(narrowRows(narrow, areasByPlace(columns.length)));
  return (
    <Box
      component="section"
      ref={frame}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={looks.flat()}
    >
      <table {...rovingRows} aria-rowcount={count + 1}>
        <thead>
          <tr data-row aria-rowindex={1} className="row">
            {columns.map(({ name, align, head }) => (
              <th key={name} scope="col" className={align}>
                {head ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height }}>
          {rows.map(({ index, start }) => {
            const { key, cells, tone } = renderRow(index);
            return (
              <tr
                key={key}
                data-row
                aria-rowindex={index + 2}
                className="row"
                data-tone={tone}
                style={{ transform: `translateY(${start}px)` }}
              >
                {cells}
              </tr>
            );
          })}
        </tbody>
      </table>
      {count === 0 && none !== undefined ? <p className="none">{none}</p> : null}
    </Box>
  );
}
