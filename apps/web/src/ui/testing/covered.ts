import { expect } from "vitest";
import { page as screen } from "vitest/browser";

/** Windows in which a bar at the foot and a message stand close: wide, narrow, and low. */
const WINDOWS = [
  [1_425, 900],
  [1_000, 900],
  [1_425, 480],
  [1_000, 480],
] as const;

/** The controls of a bar that the message that shows lies over, in part or whole, by their names. */
function covered(bar: Element): readonly string[] {
  const message = document.querySelector(".MuiSnackbar-root [role=alert]")!.getBoundingClientRect();
  return [...bar.querySelectorAll("button, select")]
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isBeside = right <= message.left || left >= message.right;
      return !isBeside && bottom > message.top && top < message.bottom;
    })
    .map((control) => control.textContent);
}

/** Expects that the message that shows covers no control of a bar, in windows of several sizes. */
export async function expectUncovered(barOf: () => Element): Promise<void> {
  for (const [width, height] of WINDOWS) {
    await screen.viewport(width, height);
    const found = (): object => ({ width, height, covered: covered(barOf()) });
    await expect.poll(found).toEqual({ width, height, covered: [] });
  }
}
