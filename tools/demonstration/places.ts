import { type CellPlace, placeGroup } from "../../apps/stages/src/files/write-outputs.ts";
import type { PlaceGroup } from "../../packages/contract/src/processing/index.ts";
import { density, gapAt, linesAt, survey } from "./survey.ts";

/** Cells of the survey that a square has to a side. */
const TOGETHER = 20;
const SIDE = survey.cell * TOGETHER;
const MARK = "of no flight (demonstration)";

interface Square {
  readonly at: CellPlace["cells"][number];
  /** Its cells, by their number in the survey, and the row of its middle. */
  readonly cells: readonly number[];
  readonly row: number;
}

/** The survey's squares, from the north-west. */
function squares(): Square[] {
  const found: Square[] = [];
  for (let row = 0; row < survey.height; row += TOGETHER)
    for (let column = 0; column < survey.width; column += TOGETHER) {
      const cells: number[] = [];
      for (let y = row; y < Math.min(row + TOGETHER, survey.height); y++)
        for (let x = column; x < Math.min(column + TOGETHER, survey.width); x++)
          cells.push(y * survey.width + x);
      const y = (survey.north - row * survey.cell) / SIDE - 1;
      found.push({
        at: [(survey.west + column * survey.cell) / SIDE, y],
        cells,
        row: row + TOGETHER / 2,
      });
    }
  return found;
}

const where = (isThere: (square: Square) => boolean): CellPlace["cells"] =>
  squares()
    .filter(isThere)
    .map(({ at }) => at);

/** Where the lines of the survey overlap; the first two are apart in the first attempt. */
export function pairsOf(attempt: 1 | 2): PlaceGroup[] {
  const figures = {
    pairMedian: { label: "Height difference (median)", unit: "m" },
    horizontalShift: { label: "Horizontal shift", unit: "m" },
  };
  const apart = { pairMedian: 0.081, horizontalShift: 0.4060364 };
  const places = [
    { a: 0, values: attempt === 1 ? apart : { pairMedian: 0.006, horizontalShift: 0.0224 } },
    { a: 1, values: { pairMedian: 0.004, horizontalShift: 0.0224 } },
  ].map(({ a, values }) => ({
    name: `Lines ${a + 1} – ${a + 2}`,
    values,
    cells: where(({ row }) => {
      const over = linesAt(row);
      return over.includes(a) && over.includes(a + 1);
    }),
  }));
  return [placeGroup({ title: `Pairs of lines ${MARK}`, figures }, SIDE, places)];
}

/** Tiles and lines of the survey; in the first attempt a part is without points. */
export function qualityOf(attempt: 1 | 2): PlaceGroup[] {
  const isGap = attempt === 1;
  const { values } = density(isGap);
  const tiles = squares().flatMap(({ at, cells }) => {
    const found = cells.filter((cell) => !Number.isNaN(values[cell]!));
    if (found.length === 0) return [];
    const sorted = found.map((cell) => values[cell]!).toSorted((a, b) => a - b);
    const gap = found.filter((cell) => isGap && gapAt(cell)).length / found.length;
    const density95 = Number(sorted[Math.floor(0.05 * sorted.length)]!.toFixed(2));
    return [{ at, values: { density95, voids: Number((80 * gap).toFixed(2)) } }];
  });
  return [
    placeGroup(
      {
        title: `Tiles ${MARK}`,
        figures: {
          density95: { label: "Last returns, reached by 95 % of its cells", unit: "1/m²" },
          voids: { label: "Cells without points", unit: "%" },
        },
      },
      SIDE,
      tiles.map(({ at, values: of }, n) => ({ name: `Tile ${n + 1}`, values: of, cells: [at] })),
    ),
    placeGroup(
      {
        title: `Flight lines ${MARK}`,
        figures: { sideLap: { label: "Side lap", unit: "%" } },
      },
      SIDE,
      [0, 1, 2].map((line) => ({
        name: `Line ${line + 1}`,
        values: { sideLap: 22.6 },
        cells: where(({ row }) => linesAt(row).includes(line)),
      })),
    ),
  ];
}
