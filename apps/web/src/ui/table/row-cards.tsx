import Box from "@mui/material/Box";
import { createContext, type ReactNode, use } from "react";
import { COARSE, TOUCH_PX } from "../theme/theme.ts";
import { type Column, type DataTableProps, HeadText } from "./data-table.tsx";
import { rovingRows } from "./roving-rows.ts";

type RowCardsProps<Row, Line> = Pick<
  DataTableProps<Row, Line>,
  "caption" | "columns" | "rows" | "keyOf" | "linesOf" | "detailOf" | "rowSx"
>;

/** Around cells that are drawn on a card or below their names. */
export const InCard = createContext(false);

/** Whether a cell is drawn on a card, where its content may take lines of its own. */
export const useInCard = (): boolean => use(InCard);

/** Rows as cards, from 360 px on: each value below the name of its column, lines one after another. */
export function RowCards<Row, Line>(props: RowCardsProps<Row, Line>) {
  const { caption, columns, rows, keyOf, linesOf, detailOf, rowSx } = props;
  const fixed = columns.filter(({ isFixed }) => isFixed === true);
  return (
    <>
      {fixed.map(({ name, head }) => (
        <Box key={name} component="label" sx={ALL}>
          <Box sx={BOX}>{head}</Box>
          <span aria-hidden="true">All rows of this page</span>
        </Box>
      ))}
      <Heads columns={columns} />
      <Box component="ul" {...rovingRows} aria-label={caption} sx={LIST}>
        {rows.map((row) => {
          const detail = detailOf?.(row);
          const looks = [CARD, rowSx?.(row) ?? {}, detail === undefined ? {} : OPEN];
          return (
            <Box component="li" key={keyOf(row)} sx={looks.flat()}>
              <Box data-row sx={PARTS}>
                <InCard value>
                  <Card columns={columns} row={row} lines={linesOf?.(row) ?? []} />
                </InCard>
              </Box>
              {detail === undefined ? null : <Box sx={{ mt: 1.5, mx: -1.5 }}>{detail}</Box>}
            </Box>
          );
        })}
      </Box>
    </>
  );
}

/** Stands before the name of a row, without its own. */
const isBox = ({ isFixed, onCard }: Pick<Column<never>, "isFixed" | "onCard">): boolean =>
  isFixed === true || onCard === "box";

/** Heads by which the rows are sorted or filtered: cards have none. */
function Heads<Row, Line>({ columns }: Pick<RowCardsProps<Row, Line>, "columns">) {
  const acting = columns.filter(
    (each) => !isBox(each) && (each.head !== undefined || each.sort !== undefined),
  );
  if (acting.length === 0) return null;
  return (
    <Box {...rovingRows}>
      <Box data-row sx={HEADS}>
        {acting.map(({ name, head, sort }) => (
          <div key={name}>{head ?? <HeadText name={name} sort={sort} />}</div>
        ))}
      </Box>
    </Box>
  );
}

interface CardProps<Row, Line> {
  readonly columns: readonly Column<Row, Line>[];
  readonly row: Row;
  readonly lines: readonly Line[];
}

function Card<Row, Line>({ columns, row, lines }: CardProps<Row, Line>) {
  const boxes = columns.filter(isBox);
  const title = columns.find(({ isRowHeader }) => isRowHeader === true);
  const others = columns.filter((each) => each !== title && !isBox(each));
  const ofLines = others.filter(({ cell }) => cell === undefined);
  const drawnLines = lines.length === 0 && ofLines.length > 0 ? [undefined] : lines;
  return (
    <>
      {boxes.length === 0 && title === undefined ? null : (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          {boxes.map(({ name, cell }) => (
            <Box key={name} data-column={name} sx={BOX}>
              {cell?.(row)}
            </Box>
          ))}
          <Box data-column={title?.name} sx={TITLE}>
            {title?.cell?.(row)}
          </Box>
        </Box>
      )}
      <Values
        columns={others.filter(({ cell }) => cell !== undefined)}
        of={({ cell }) => cell?.(row)}
      />
      {drawnLines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the row
        <Values key={index} columns={ofLines} of={({ lineCell }) => lineCell?.(line, row)} />
      ))}
    </>
  );
}

interface ValuesProps<C> {
  readonly columns: readonly C[];
  readonly of: (column: C) => ReactNode;
}

const SPAN = { third: "span 2", half: "span 3", whole: "span 6", box: "span 2" } as const;

function Values<C extends Pick<Column<never>, "name" | "onCard">>({ columns, of }: ValuesProps<C>) {
  if (columns.length === 0) return null;
  return (
    <Box component="dl" sx={VALUES}>
      {columns.map((column) => (
        <Box key={column.name} sx={{ gridColumn: SPAN[column.onCard ?? "third"], minWidth: 0 }}>
          <Box component="dt" sx={{ fontSize: "0.7rem", color: "text.secondary" }}>
            {column.name}
          </Box>
          <Box component="dd" data-column={column.name} sx={{ m: 0 }}>
            {of(column)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** What is touched is larger than what is drawn of it. */
const BOX = { [COARSE]: { m: "-8px -4px -8px -12px" } } as const;

/** A name of several lines takes one, where it fits. */
const TITLE = {
  flex: 1,
  minWidth: 0,
  fontWeight: 650,
  "& > div": { alignItems: "center" },
  "& button > span": { display: "inline-block", mr: 1.5 },
  [COARSE]: {
    "& > a, & button": { display: "inline-flex", alignItems: "center", minHeight: TOUCH_PX },
  },
} as const;

const ALL = {
  display: "flex",
  alignItems: "center",
  gap: 1,
  px: 1.5,
  py: 1,
  fontSize: "0.85rem",
  borderBottom: 1,
  borderColor: "divider",
  color: "text.secondary",
} as const;

const LIST = {
  m: 0,
  p: 0,
  listStyle: "none",
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 340px), 1fr))",
  overflow: "hidden",
} as const;

const HEADS = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 2.5,
  px: 1.5,
  py: 1,
  fontSize: "0.85rem",
  fontWeight: 650,
  borderBottom: 1,
  borderColor: "divider",
} as const;

const PARTS = { display: "grid", alignContent: "start", gap: 1 } as const;

/** What is open below a card has the width of all of them. */
const OPEN = { gridColumn: "1 / -1" } as const;

const CARD = {
  p: 1.5,
  // Rules between the cards, however many stand in a row; the last ones are cut off.
  border: 1,
  borderColor: "divider",
  borderWidth: "0 1px 1px 0",
  mr: "-1px",
  mb: "-1px",
  fontSize: "0.85rem",
  lineHeight: 1.35,
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "anywhere",
  [COARSE]: {
    // A word; it is touched below it too, over the name of the next value.
    "& dd > a:not(.MuiButtonBase-root), & dd > button:not(.MuiButtonBase-root)": {
      position: "relative",
      "&::after": {
        content: '""',
        position: "absolute",
        top: 0,
        left: 0,
        width: "100%",
        minWidth: TOUCH_PX,
        height: "100%",
        minHeight: TOUCH_PX,
      },
    },
  },
} as const;

const VALUES = {
  m: 0,
  display: "grid",
  gridTemplateColumns: "repeat(6, minmax(0, 1fr))",
  columnGap: 1.5,
  rowGap: 1,
  // Nothing to say, no name for it.
  "& > div:has(> dd:empty, > dd > div:only-child:empty)": { display: "none" },
} as const;
