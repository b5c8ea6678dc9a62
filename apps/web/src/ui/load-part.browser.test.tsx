import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { lazyPart } from "./load-part.ts";
import { draw } from "./testing/draw.tsx";

/** Far fewer than fit in the 300 ms for which React's `lazy` holds back. */
const TASKS = 10;

const { promise, resolve } = Promise.withResolvers<{ Word: () => ReactNode }>();
const Part = lazyPart(() => promise, "Word");

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen ? <Part waiting={<p>Waiting</p>} /> : null}
    </>
  );
}

test("a part that is loaded stands there at once", async () => {
  const leave = draw(<Page />);
  await screen.getByRole("button").click();
  expect(document.body.textContent).toContain("Waiting");
  resolve({ Word: () => <p>Loaded</p> });
  for (let task = 0; task < TASKS; task += 1) await new Promise((done) => setTimeout(done));
  expect(document.body.textContent).toContain("Loaded");
  leave();
});

test("a part that failed as the pointer came near is tried again by the click", async () => {
  const tries = [fail, fail, fail, () => Promise.resolve({ Word: () => <p>Loaded</p> })];
  const network = { answers: () => Promise.resolve(true), pause: () => Promise.resolve() };
  const Late = lazyPart(() => tries.shift()?.() ?? promise, "Word", network);
  Late.ahead.onPointerEnter();
  await expect.poll(() => tries.length).toBe(1);
  const leave = draw(<Late />);
  await expect.element(screen.getByText("Loaded")).toBeVisible();
  leave();
});

function fail(): Promise<never> {
  return Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
}
