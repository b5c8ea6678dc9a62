import type { SxProps, Theme } from "@mui/material/styles";

/** A row of several lines, without a head. */
export interface NarrowRows {
  readonly tracks: string;
  /** As `grid-template-areas` has them; what has no place in them is not drawn. */
  readonly areas: readonly string[];
  /** Areas whose content stands behind the name of its column. */
  readonly named?: readonly string[];
}

const LINE_HEIGHT = 22;

/** Of a row in pixels. */
export const narrowRowHeight = ({ areas }: NarrowRows): number => areas.length * LINE_HEIGHT + 16;

/** The area of each cell that is known by its place: `c1` is the first column. */
export const areasByPlace = (columns: number): readonly string[] =>
  Array.from({ length: columns }, (_, at) => `c${at + 1}`);

const HIDDEN = {
  position: "absolute",
  clipPath: "inset(50%)",
  width: "1px",
  overflow: "hidden",
} as const;

/**
 * Each cell in its area, the last one of a line at the right; what has none is not drawn. Of the head that alone is in sight by which rows are
 * sorted or chosen: the rest is for assistive technology.
 */
export function narrowRows(narrow: NarrowRows, cells: readonly string[]): SxProps<Theme> {
  const { tracks, areas, named = [] } = narrow;
  const template = areas.map((line) => `"${line}"`).join(" ");
  const lines = areas.map((line) => line.split(" "));
  const places = cells.map((area, at): [string, object] => {
    const first = lines.findIndex((line) => line.includes(area));
    const isLast = lines.some((line) => line.length > 1 && line.indexOf(area) === line.length - 1);
    const style = {
      gridArea: area,
      justifySelf: isLast ? "end" : "start",
      ...(first > 0 ? { fontSize: "0.75rem" } : {}),
    };
    return [`& td:nth-of-type(${at + 1})`, first < 0 ? { display: "none" } : style];
  });
  const names = named.map((area): [string, object] => [
    `& td:nth-of-type(${cells.indexOf(area) + 1}):not(:empty)::before`,
    { content: 'attr(data-column) ": "', color: "text.secondary" },
  ]);
  const style: Record<string, object> = {
    "& tbody .row": {
      gridTemplateColumns: tracks,
      gridTemplateAreas: template,
      height: narrowRowHeight(narrow),
      columnGap: 1,
      rowGap: 0,
      px: 1,
      py: 1,
    },
    "& td": { maxWidth: "100%" },
    "& td:not(:has(button, a, input))": { overflow: "hidden", textOverflow: "ellipsis" },
    "& thead:not(:has([role=button], input))": HIDDEN,
    "& thead .row": { display: "flex", height: 44, columnGap: 2, px: 1 },
    "& thead th:not(:has([role=button], input))": HIDDEN,
    ...Object.fromEntries([...places, ...names]),
  };
  return style;
}
