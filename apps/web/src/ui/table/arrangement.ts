import { z } from "zod";

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
const arrangementSchema = z.object({
  /** Names of columns; those that are missing are placed as declared. */
  order: z.array(z.string()).readonly(),
  hidden: z.array(z.string()).readonly(),
  /** Widths in px by column, chosen in a room of so many px; null: none was chosen. */
  widths: z
    .object({ room: z.number().positive(), of: z.record(z.string(), z.number().positive()) })
    .nullable(),
  density: z.enum(["comfortable", "compact"]),
});
export type Arrangement = z.infer<typeof arrangementSchema>;

export const AS_DECLARED: Arrangement = {
  order: [],
  hidden: [],
  widths: null,
  density: "comfortable",
};

/** An arrangement that was kept as text; as declared where it cannot be read. */
export function readArrangement(kept: string | null): Arrangement {
  try {
    const { success, data } = arrangementSchema.safeParse(JSON.parse(kept ?? ""));
    return success ? data : AS_DECLARED;
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
