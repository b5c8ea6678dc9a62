import type { PieceRange } from "@swath/contract/uploads";

/** A range of an object's source bytes, `offset` counted from its first. */
export interface Task extends PieceRange {
  /** Index of the object in the plan. */
  readonly index: number;
}
