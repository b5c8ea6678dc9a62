import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useState } from "react";
import { draw } from "../testing/draw.tsx";
import { SpokenProgress } from "./spoken-progress.tsx";

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

/** Draws progress, and answers how to move it and what was said of it so far. */
async function setUp(begins: number) {
  const parts = Promise.withResolvers<(percent: number) => void>();
  function Page() {
    const [percent, setPercent] = useState(begins);
    parts.resolve(setPercent);
    return <SpokenProgress percent={percent} text={`${percent} %`} />;
  }
  leave = draw(<Page />);
  const move = await parts.promise;
  await expect.poll(() => document.querySelector("[aria-live=polite]")?.textContent).toBe("");
  const region = document.querySelector("[aria-live=polite]")!;
  const said: string[] = [];
  const watch = new MutationObserver(() => said.push(region.textContent ?? ""));
  watch.observe(region, { subtree: true, childList: true, characterData: true });
  return { move, said };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Moves it by a percent each second. */
async function run(move: (percent: number) => void, from: number, to: number): Promise<void> {
  for (let percent = from; percent <= to; percent += 1) {
    move(percent);
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await pass(1_000);
  }
}

test("web-ui/L1 L2 L3 of a percent each second the quarters are said, and little else", async () => {
  const { move, said } = await setUp(0);
  await run(move, 1, 100);
  await expect.poll(() => said).toEqual(["25 %", "50 %", "75 %", "100 %"]);
});

test("web-ui/L3 what moves slowly is said once in 30 s, what stands is not", async () => {
  const { move, said } = await setUp(10);
  await run(move, 11, 13);
  await expect.poll(() => pass(5_000).then(() => said)).toEqual(["13 %"]);
  await pass(300_000);
  expect(said).toEqual(["13 %"]);
});
