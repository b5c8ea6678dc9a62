import { type ArrangedColumn, AS_DECLARED } from "../table/arrangement.ts";
import type { ColumnsControl } from "../table/arranged-table.tsx";

const nothing = (): void => undefined;

/** Columns as declared, in a room of a desk's width, whatever the test's own is. */
export const asDeclared = (columns: readonly ArrangedColumn[]): ColumnsControl => ({
  columns,
  arrangement: AS_DECLARED,
  change: nothing,
  room: 1_353,
  setRoom: nothing,
});
