import { listOf, membersOf, numberOf, textOf, wordOf } from "@swath/contract/read-value";

const DENSITIES = ["comfortable", "compact"] as const;

/**
 * How a person arranges the columns of a table; rules of parts that all screens share:
 *
 * web-ui/T1 every column is there by default, in the declared order;
 * web-ui/T2 a column that the arrangement does not know stands behind the one it is declared after;
 * web-ui/T3 a fixed column stays at its place and width, a row's name stays in sight;
 * web-ui/T4 columns grow together until they fill the room that fixed ones leave, and are never narrower than declared
 *   unless a person made them so: a table that does not fit scrolls sideways;
 * web-ui/T5 a column that is made wider takes its room from those after it, then from beyond the frame;
 * web-ui/T6 chosen widths follow a room of another width.
 */
export interface Arrangement {
  /** Names of columns; those that are missing are placed as declared. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Widths in px by column, chosen in a room of so many px; null: none was chosen. */
  readonly widths: { readonly room: number; readonly of: Readonly<Record<string, number>> } | null;
  readonly density: (typeof DENSITIES)[number];
}

export const AS_DECLARED: Arrangement = {
  order: [],
  hidden: [],
  widths: null,
  density: "comfortable",
};

const widthOf = (value: unknown): number | undefined =>
  numberOf(value, Number.MIN_VALUE, Number.MAX_VALUE);

/** Chosen widths; undefined where the value is neither those nor null. */
function widthsOf(value: unknown): Arrangement["widths"] | undefined {
  if (value === null) return null;
  const { room, of } = membersOf(value);
  const widths = membersOf(of);
  const read = listOf(Object.values(widths), widthOf);
  const wide = widthOf(room);
  if (read === undefined || wide === undefined || of !== widths) return undefined;
  return { room: wide, of: widths as Readonly<Record<string, number>> };
}

function arrangementOf(kept: Readonly<Record<string, unknown>>): Arrangement | undefined {
  const order = listOf(kept["order"], (name) => textOf(name));
  const hidden = listOf(kept["hidden"], (name) => textOf(name));
  const widths = widthsOf(kept["widths"]);
  const density = wordOf(kept["density"], DENSITIES);
  if (order === undefined || hidden === undefined) return undefined;
  return widths === undefined || density === undefined
    ? undefined
    : { order, hidden, widths, density };
}

/** An arrangement that was kept as text; as declared where it cannot be read. */
export function readArrangement(kept: string | null): Arrangement {
  try {
    return arrangementOf(membersOf(JSON.parse(kept ?? ""))) ?? AS_DECLARED;
  } catch {
    return AS_DECLARED;
  }
}

/** What of a column its arrangement needs. */
export interface ArrangedColumn {
  readonly name: string;
  readonly size?: number;
  readonly isFixed?: boolean;
  readonly isRowHeader?: boolean;
}

/** The columns in a person's order, hidden ones too. */
export function ordered<C extends ArrangedColumn>(
  columns: readonly C[],
  { order }: Pick<Arrangement, "order">,
): readonly C[] {
  const known = order.flatMap((name) => columns.filter((each) => each.name === name));
  const placed = known.filter(({ isFixed }) => isFixed !== true);
  for (const [index, column] of columns.entries()) {
    if (placed.includes(column)) continue;
    const before = columns[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  }
  return placed;
}

export const isHidden = (
  { hidden }: Pick<Arrangement, "hidden">,
  { name, isFixed, isRowHeader }: ArrangedColumn,
): boolean => isFixed !== true && isRowHeader !== true && hidden.includes(name);

/** The columns in sight, in a person's order. */
export const shown = <C extends ArrangedColumn>(
  columns: readonly C[],
  arrangement: Arrangement,
): readonly C[] => ordered(columns, arrangement).filter((column) => !isHidden(arrangement, column));

/** Moves a column by so many places among those that can be moved. */
export function moved(
  columns: readonly ArrangedColumn[],
  arrangement: Arrangement,
  name: string,
  by: 1 | -1,
): Arrangement {
  const names = ordered(columns, arrangement)
    .filter(({ isFixed }) => isFixed !== true)
    .map((column) => column.name);
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return arrangement;
  const order = names.with(from, names[to]!).with(to, name);
  return { ...arrangement, order };
}

/** Hides a column, or shows it again. */
export const toggled = (arrangement: Arrangement, name: string): Arrangement => ({
  ...arrangement,
  hidden: arrangement.hidden.includes(name)
    ? arrangement.hidden.filter((each) => each !== name)
    : [...arrangement.hidden, name],
});
