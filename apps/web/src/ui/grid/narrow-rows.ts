import type { SxProps, Theme } from "@mui/material/styles";
import { ROW_HEIGHT } from "./grid-style.ts";

/** A row of several lines, without a head. */
export interface NarrowRows {
  readonly tracks: string;
  /** As `grid-template-areas` has them: `c1` is the first column; those that it lacks are left out. */
  readonly areas: readonly string[];
}

const LINE_HEIGHT = 22;

/** Of a row in pixels. */
export const rowHeightOf = (narrow: NarrowRows | undefined): number =>
  narrow === undefined ? ROW_HEIGHT : narrow.areas.length * LINE_HEIGHT + 16;

/** Each cell in its place; what has none is not drawn, and its head is for assistive technology. */
export function narrowRows({ tracks, areas }: NarrowRows, columns: number): SxProps<Theme> {
  const template = areas.map((line) => `"${line}"`).join(" ");
  const cells = Array.from({ length: columns }, (_, at): [string, object] => {
    const area = `c${at + 1}`;
    const isPlaced = template.includes(area);
    const style = isPlaced ? { gridArea: area, justifySelf: "start" } : { display: "none" };
    return [`& td:nth-of-type(${at + 1})`, style];
  });
  const style: Record<string, object> = {
    "& tbody .row": {
      gridTemplateColumns: tracks,
      gridTemplateAreas: template,
      height: rowHeightOf({ tracks, areas }),
      columnGap: 1.5,
      rowGap: 0,
      px: 1.5,
      py: 1,
    },
    "& td": { maxWidth: "100%" },
    "& thead": { position: "absolute", clipPath: "inset(50%)", width: "1px", overflow: "hidden" },
    ...Object.fromEntries(cells),
  };
  return style;
}
