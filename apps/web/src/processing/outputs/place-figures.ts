import {
  type Attempt,
  isMissed,
  missedInWords,
  type Place,
  type PlaceGroup,
  placeGroupsSchema,
} from "@swath/contract/processing";
import { figureOf, type MeasureRow, measureRows } from "./measure-rows.ts";

/** A pair, line or tile, with the bounds that it misses as texts. */
export interface PlaceFigure extends Pick<Place, "name" | "side" | "squares"> {
  /** Its number in its group, since names may repeat. */
  readonly id: number;
  /** Its label, such as `Lines 2 – 3: 0.406 m`; empty where it keeps its bounds. */
  readonly label: string;
  readonly missed: readonly string[];
}

export interface FigureGroup {
  readonly title: string;
  readonly missed: readonly PlaceFigure[];
  readonly kept: readonly PlaceFigure[];
}

type Bound = Pick<MeasureRow, "least" | "most">;

interface Miss {
  readonly words: string;
  readonly value: string;
  /** The excess, as a share of the bound. */
  readonly by: number;
}

function missOf(value: number, { least, most }: Bound, figure: { label: string; unit: string }) {
  const bound =
    least !== null && value < least ? least : most !== null && value > most ? most : undefined;
  if (bound === undefined) return [];
  const { unit } = figure;
  const words = missedInWords({ ...figure, value }, { least, most });
  const by = Math.abs(value - bound) / (Math.abs(bound) || 1);
  return [{ words, value: unit === "" ? "" : `${figureOf(value)} ${unit}`, by }];
}

/** The bounds that the flight misses: a share that is small in all may be large in one place. */
function boundsOf(of: Attempt): ReadonlyMap<string, Bound> {
  const missed = measureRows(of, undefined).filter(({ verdict }) => isMissed(verdict));
  return new Map(missed.map(({ name, least, most }) => [name, { least, most }]));
}

function judged({ figures, places }: PlaceGroup, bounds: ReadonlyMap<string, Bound>) {
  return places.map(({ name, values, side, squares }, id) => {
    const misses = Object.entries(values)
      .flatMap(([measure, value]): Miss[] => {
        const [bound, figure] = [
          bounds.get(measure),
          Object.hasOwn(figures, measure) ? figures[measure] : undefined,
        ];
        return bound === undefined || figure === undefined ? [] : missOf(value, bound, figure);
      })
      .toSorted((a, b) => b.by - a.by);
    const [worst] = misses;
    const label = worst === undefined ? "" : worst.value === "" ? name : `${name}: ${worst.value}`;
    return {
      by: worst?.by ?? 0,
      figure: { id, name, label, missed: misses.map(({ words }) => words), side, squares },
    };
  });
}

/** Places judged by an attempt's bounds, the largest excess first; undefined where the content is invalid. */
export function figureGroups(text: string, of: Attempt): readonly FigureGroup[] | undefined {
  const groups = placeGroupsSchema.safeParse(readJson(text));
  if (!groups.success) return undefined;
  const bounds = boundsOf(of);
  return groups.data
    .filter(({ places }) => places.length > 0)
    .map((group) => {
      const sorted = judged(group, bounds).toSorted((a, b) => b.by - a.by);
      const figures = sorted.map(({ figure }) => figure);
      return {
        title: group.title,
        missed: figures.filter(({ missed }) => missed.length > 0),
        kept: figures.filter(({ missed }) => missed.length === 0),
      };
    });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
