/** Visible steps, and the number of steps that a turn moves by (document 3, section 2.9). */
export const VISIBLE_STEPS = 11;
const TURN = 3;

/** The first visible step after a turn; the last turn stops at the last steps. */
export function turned(first: number, by: 1 | -1, steps: number): number {
  const last = Math.max(0, steps - VISIBLE_STEPS);
  return Math.min(last, Math.max(0, first + by * TURN));
}

/** The first visible step, chosen so that the focused step is visible. */
export function showing(first: number, step: number): number {
  if (step < first) return step;
  return step < first + VISIBLE_STEPS ? first : step - VISIBLE_STEPS + 1;
}
