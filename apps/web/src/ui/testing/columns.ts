import { type ArrangedColumn, AS_DECLARED } from "../table/arrangement.ts";
import { createRoom } from "../table/room.ts";
import type { ColumnsControl } from "../table/arranged-table.tsx";

const nothing = (): void => undefined;

/** Columns as declared, in a room of a desk's width, whatever the test's own is. */
export const asDeclared = (columns: readonly ArrangedColumn[]): ColumnsControl => ({
  columns,
  arrangement: AS_DECLARED,
  change: nothing,
  room: { ...createRoom(1_353), set: nothing },
});
