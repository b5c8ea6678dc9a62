import type { ArrangedColumn, Arrangement } from "./arrangement.ts";

/** Narrower or wider no column can be made, px. */
export const LEAST_WIDTH = 44;
export const MOST_WIDTH = 900;
const USUAL_WIDTH = 120;

const sizeOf = ({ size = USUAL_WIDTH }: ArrangedColumn): number => size;
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Grows all columns in proportion until they fill their room together. */
function filled(widths: readonly number[], room: number): number[] {
  const factor = Math.max(1, room / sum(widths));
  return widths.map((width) => width * factor);
}

/** Takes from each column the same share of what it has above its floor, until they fit their room. */
function pressed(widths: readonly number[], floors: readonly number[], room: number): number[] {
  const spare = widths.map((width, index) => Math.max(0, width - floors[index]!));
  const share = Math.min(1, (sum(widths) - room) / sum(spare));
  return share > 0 ? widths.map((width, index) => width - spare[index]! * share) : [...widths];
}

/** No column becomes narrower by itself than it is declared, or was made by a person. */
const floorsOf = (columns: readonly ArrangedColumn[], { widths }: Pick<Arrangement, "widths">) =>
  columns.map((column) => Math.min(widths?.of[column.name] ?? Infinity, sizeOf(column)));

/** The widths of the columns in sight without fixed ones, in px, in a room of so many px (web-ui/T4 and T6). */
export function columnWidths(
  columns: readonly ArrangedColumn[],
  arrangement: Pick<Arrangement, "widths">,
  room: number,
): number[] {
  const { widths: chosen } = arrangement;
  const floors = floorsOf(columns, arrangement);
  if (chosen === null) return filled(floors, room);
  const scale = room / chosen.room;
  const wanted = columns.map(({ name }, index) =>
    Math.max(floors[index]!, (chosen.of[name] ?? 0) * scale),
  );
  // What came into sight since the widths were chosen takes its room from the others.
  const hasNew = columns.some(({ name }) => !(name in chosen.of));
  const fitted = sum(columns.map((column) => chosen.of[column.name] ?? sizeOf(column)));
  const fits = hasNew || fitted <= chosen.room;
  return filled(fits ? pressed(wanted, floors, room) : wanted, room);
}

/** The arrangement with a column made as wide as that (web-ui/T5). */
export function resized(
  columns: readonly ArrangedColumn[],
  arrangement: Arrangement,
  room: number,
  { name, width }: { readonly name: string; readonly width: number },
): Arrangement {
  const before = columnWidths(columns, arrangement, room);
  const at = columns.findIndex((column) => column.name === name);
  if (at < 0) return arrangement;
  const own = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.round(width)));
  const upTo = before.with(at, own).slice(0, at + 1);
  const rest = room - sum(upTo);
  const behind = pressed(
    filled(before.slice(at + 1), rest),
    floorsOf(columns.slice(at + 1), arrangement),
    rest,
  );
  // Cut, not rounded: together they must fit.
  const of = Object.fromEntries(
    columns.map((column, index) => [column.name, Math.floor([...upTo, ...behind][index]!)]),
  );
  return { ...arrangement, widths: { room, of: { ...arrangement.widths?.of, ...of } } };
}
