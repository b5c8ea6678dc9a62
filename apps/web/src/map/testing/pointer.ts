/// <reference types="@vitest/browser-playwright" />
import { cdp } from "vitest/browser";

type Pixel = readonly [x: number, y: number];

/** The real pointer, at pixels of the map from its upper left corner. */
async function send(type: string, [x, y]: Pixel, more: object = {}): Promise<void> {
  const { left, top } = document.querySelector("[role=application]")!.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? {
    left: 0,
    top: 0,
    width: innerWidth,
  };
  const scale = frame.width / innerWidth;
  const at = { x: frame.left + (left + x) * scale, y: frame.top + (top + y) * scale };
  await cdp().send("Input.dispatchMouseEvent", { type, ...at, ...more } as never);
}

const BUTTON = { button: "left", clickCount: 1 };
/** Of the protocol's modifiers. */
const SHIFT = 8;

export const moveTo = async (at: Pixel): Promise<void> => send("mouseMoved", at);

export async function clickAt(at: Pixel, modifiers: 0 | typeof SHIFT = 0): Promise<void> {
  await moveTo(at);
  await send("mousePressed", at, { ...BUTTON, modifiers });
  await send("mouseReleased", at, { ...BUTTON, modifiers });
}

export const shiftClickAt = async (at: Pixel): Promise<void> => clickAt(at, SHIFT);

/** Presses at the first pixel and moves along the others; {@link release} lets go. */
export async function press(...path: readonly Pixel[]): Promise<void> {
  const [first = [0, 0], ...rest] = path;
  await moveTo(first);
  await send("mousePressed", first, BUTTON);
  for (const at of rest) await send("mouseMoved", at, { button: "left", buttons: 1 });
}

export const release = async (at: Pixel): Promise<void> => send("mouseReleased", at, BUTTON);

export async function drag(...path: readonly Pixel[]): Promise<void> {
  await press(...path);
  await release(path.at(-1) ?? [0, 0]);
}
