import type { Tokens } from "marked";
import { BODY_SIZE, COLOUR, FACE } from "./guide-look.ts";
import { bottomOf, heightOf, left, widthOf, write, type Guide } from "./guide-page.ts";
import { runsOf, textOf, type Run } from "./inline-text.ts";

const PAD = 5;
const SIZE = BODY_SIZE - 0.5;
const SHARES: Readonly<Record<number, readonly number[]>> = {
  2: [0.28, 0.72],
  3: [0.3, 0.38, 0.32],
};

type Row = readonly (readonly Run[])[];

/** Draws a table; its head comes again on every page. */
export function drawTable(guide: Guide, token: Tokens.Table): void {
  const shares = SHARES[token.header.length];
  if (shares === undefined) throw new Error("the user guide has tables of 2 or 3 columns");
  const widths = shares.map((share) => share * widthOf(guide));
  const head = token.header.map((cell) => runsOf(cell.tokens, FACE.strong));
  const rows = token.rows.map((row) =>
    row.map((cell, column) => runsOf(cell.tokens, column === 0 ? FACE.strong : FACE.plain)),
  );
  const table = guide.struct("Table");
  guide.addStructure(table);
  const draw = (row: Row, type: "TH" | "TD") => {
    const height = rowHeight(guide, row, widths);
    if (guide.y + height > bottomOf(guide)) {
      guide.addPage();
      if (type === "TD") draw(head, "TH");
    }
    const top = guide.y;
    table.add(structureOf(guide, { row, widths, height, type }));
    guide.y = top + height;
  };
  draw(head, "TH");
  for (const row of rows) draw(row, "TD");
  table.end();
  guide.y += 10;
}

function rowHeight(guide: Guide, row: Row, widths: readonly number[]): number {
  const heights = row.map((runs, column) =>
    heightOf(guide, textOf(runs), {
      width: (widths[column] ?? 0) - 2 * PAD,
      // A cell is as wide as its widest face would make it.
      face: runs.some(({ face }) => face === FACE.strong) ? FACE.strong : FACE.plain,
      size: SIZE,
    }),
  );
  return Math.max(...heights) + 2 * PAD - 2;
}

interface DrawnRow {
  readonly row: Row;
  readonly widths: readonly number[];
  readonly height: number;
  readonly type: "TH" | "TD";
}

function structureOf(guide: Guide, { row, widths, height, type }: DrawnRow) {
  const top = guide.y;
  rule(guide, { top, height, filled: type === "TH" });
  let x = left();
  const cells = row.map((runs, column) => {
    const at = x;
    const width = widths[column] ?? 0;
    x += width;
    return guide.struct(type, {}, () => {
      guide.y = top + PAD;
      write(guide, runs, { x: at + PAD, width: width - 2 * PAD, size: SIZE });
    });
  });
  return guide.struct("TR", {}, cells);
}

function rule(guide: Guide, row: { top: number; height: number; filled: boolean }): void {
  const right = left() + widthOf(guide);
  guide.markContent("Artifact", { type: "Layout" });
  if (row.filled)
    guide.rect(left(), row.top, widthOf(guide), row.height).fillColor(COLOUR.tint).fill();
  const bottom = row.top + row.height;
  guide.moveTo(left(), bottom).lineTo(right, bottom).lineWidth(0.6).stroke(COLOUR.line);
  guide.endMarkedContent();
}
