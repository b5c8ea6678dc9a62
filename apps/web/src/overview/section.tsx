import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { styled } from "@mui/material/styles";
import { type ReactNode, useId } from "react";
import { Explained } from "../ui/glossary/explained.tsx";
import { formatCount } from "../ui/text/format.ts";
import { COARSE, TOUCH_PX } from "../ui/theme/theme.ts";

interface SectionProps {
  readonly title: string;
  /** Of what is counted there are more. */
  readonly of: { readonly count: number; readonly more: boolean };
  /** The way to the whole list. */
  readonly all?: ReactNode;
  /** What is to be known of it, above its rows. */
  readonly note?: ReactNode;
  /** In place of the rows where there are none. */
  readonly empty: string;
  /** Rows; what is empty is said instead. */
  readonly children: ReactNode;
}

const HEAD = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: 1.5,
  rowGap: 0.5,
  px: 1.5,
  py: 1,
  borderBottom: 1,
  borderColor: "divider",
} as const;

const TOUCHED = { display: "inline-flex", alignItems: "center", minHeight: TOUCH_PX } as const;

const ALL = {
  ml: "auto",
  display: "flex",
  flexWrap: "wrap",
  columnGap: 2,
  fontSize: "0.85rem",
  [COARSE]: { "& > a": TOUCHED },
} as const;

/** A part of the page: its title with how many there are, and its rows. */
export function Section({ title, of: { count, more }, all, note, empty, children }: SectionProps) {
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Box sx={HEAD}>
        <Typography id={titleId} variant="h2">
          <Explained text={title} />
          <Box
            component="span"
            sx={{ ml: 1, color: count === 0 ? "text.secondary" : "text.primary", fontWeight: 500 }}
          >
            {formatCount(count)}
            {more ? "+" : ""}
          </Box>
        </Typography>
        {count === 0 ? null : <Box sx={ALL}>{all}</Box>}
      </Box>
      {note}
      {count === 0 ? (
        <Typography sx={{ px: 1.5, py: 1.5, color: "text.secondary", fontSize: "0.875rem" }}>
          {empty}
        </Typography>
      ) : (
        children
      )}
    </Paper>
  );
}

/** The rows of a section. */
export const Rows = styled("ul")({
  listStyle: "none",
  margin: 0,
  padding: 0,
  fontSize: "0.875rem",
});

/** A row of the page's lists, whatever it holds. */
export const ROW = {
  display: "grid",
  alignItems: "center",
  columnGap: 2,
  px: 1.5,
  py: 0.75,
  "&:not(:first-of-type)": { borderTop: 1, borderColor: "divider" },
  "&:hover": { backgroundColor: "action.hover" },
  // Its link is touched above and below its line; the row is higher than that.
  [COARSE]: { "& > div:first-of-type > a": { ...TOUCHED, my: "-11px" } },
} as const;

/** A row's link and what stands beside it; what has no room there goes below as a whole. */
export const LINK = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 1,
  minWidth: 0,
  minHeight: "1.6em",
  overflowWrap: "anywhere",
} as const;

const STACKED = '"link" "detail" "side"';
const TWO_LINES = '"link side" "detail detail"';
const ONE_LINE = '"link detail side"';

/** The detail is below; in a section of the page's whole width it is beside. */
const placed = (isWide: boolean) => ({
  ...ROW,
  rowGap: 0.25,
  gridTemplateColumns: {
    xs: "minmax(0, 1fr)",
    sm: "minmax(0, 1fr) auto",
    ...(isWide ? { lg: "minmax(0, 4fr) minmax(0, 7fr) minmax(100px, auto)" } : {}),
  },
  gridTemplateAreas: { xs: STACKED, sm: TWO_LINES, ...(isWide ? { lg: ONE_LINE } : {}) },
});

interface RowProps {
  /** The link of the row, and what stands beside it. */
  readonly children: ReactNode;
  readonly detail: ReactNode;
  /** Right of them: a status, or since when. */
  readonly side?: ReactNode;
  readonly isWide?: boolean;
}

/** One thing that needs the person: where it leads, why, and how it stands. */
export function Row({ children, side, detail, isWide = false }: RowProps) {
  return (
    <Box component="li" sx={placed(isWide)}>
      <Box sx={{ gridArea: "link", ...LINK }}>{children}</Box>
      <Box
        sx={{
          gridArea: "detail",
          minWidth: 0,
          color: "text.secondary",
          fontSize: "0.8125rem",
          overflowWrap: "anywhere",
        }}
      >
        {detail}
      </Box>
      <Box
        sx={{
          gridArea: "side",
          display: "flex",
          flexWrap: "wrap",
          justifyContent: { sm: "end" },
          alignItems: "center",
          gap: 1,
          fontSize: "0.8125rem",
        }}
      >
        {side}
      </Box>
    </Box>
  );
}

/** What stands beside a row's link, in grey. */
export const Beside = styled("span")({
  color: "var(--mui-palette-text-secondary)",
});
