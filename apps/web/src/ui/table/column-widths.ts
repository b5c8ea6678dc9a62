import type { ArrangedColumn, Arrangement } from "./arrangement.ts";

/** Narrower or wider no column can be made, px. */
export const LEAST_WIDTH = 44;
export const MOST_WIDTH = 900;
const USUAL_WIDTH = 120;

const sizeOf = ({ size = USUAL_WIDTH }: ArrangedColumn): number => size;
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Grows the columns that may grow, in proportion, until they fill the frame together. */
function filled(
  widths: readonly number[],
  columns: readonly ArrangedColumn[],
  frame: number,
): number[] {
  const free = widths.filter((_width, index) => columns[index]!.isFixed !== true);
  const rest = frame - sum(widths);
  if (rest <= 0 || free.length === 0) return [...widths];
  const factor = 1 + rest / sum(free);
  return widths.map((width, index) => (columns[index]!.isFixed === true ? width : width * factor));
}

/** Takes from each column the same share of what it has above its floor, until they fit the frame. */
function pressed(widths: readonly number[], floors: readonly number[], frame: number): number[] {
  const spare = widths.map((width, index) => Math.max(0, width - floors[index]!));
  const share = Math.min(1, (sum(widths) - frame) / sum(spare));
  return share > 0 ? widths.map((width, index) => width - spare[index]! * share) : [...widths];
}

/** The widths of the columns in sight, in px, in a frame of so many px (web-ui/T4 and T6). */
export function columnWidths(
  columns: readonly ArrangedColumn[],
  { widths: chosen }: Pick<Arrangement, "widths">,
  frame: number,
): number[] {
  const floors = columns.map((column) => {
    const own = column.isFixed === true ? undefined : chosen?.of[column.name];
    return Math.min(own ?? Infinity, sizeOf(column));
  });
  if (chosen === null) return filled(floors, columns, frame);
  const scale = frame / chosen.frame;
  const wanted = columns.map((column, index) => {
    const own = column.isFixed === true ? undefined : chosen.of[column.name];
    return own === undefined ? floors[index]! : Math.max(floors[index]!, own * scale);
  });
  // What came into sight since the widths were chosen takes its room from the others.
  const hasNew = columns.some(({ name, isFixed }) => isFixed !== true && !(name in chosen.of));
  return filled(hasNew ? pressed(wanted, floors, frame) : wanted, columns, frame);
}

/** The arrangement with a column made as wide as that (web-ui/T5). */
export function resized(
  columns: readonly ArrangedColumn[],
  arrangement: Arrangement,
  frame: number,
  { name, width }: { readonly name: string; readonly width: number },
): Arrangement {
  const before = columnWidths(columns, arrangement, frame);
  const at = columns.findIndex((column) => column.name === name);
  if (at < 0) return arrangement;
  const next = before.with(at, Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.round(width))));
  const behind = columns.slice(at + 1);
  const room = frame - sum(next.slice(0, at + 1));
  const floors = behind.map((column) => {
    const own = arrangement.widths?.of[column.name] ?? Infinity;
    return Math.min(sizeOf(column), own);
  });
  const rest = pressed(filled(next.slice(at + 1), behind, room), floors, room);
  const widths = [...next.slice(0, at + 1), ...rest];
  const of = Object.fromEntries(
    columns.flatMap((column, index) =>
      column.isFixed === true ? [] : [[column.name, Math.floor(widths[index]!)] as const],
    ),
  );
  return { ...arrangement, widths: { frame, of: { ...arrangement.widths?.of, ...of } } };
}
