import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { expectAccessible } from "../testing/accessible.ts";
import { prefer } from "../testing/prefer.ts";
import { Waiting, type WaitingShape } from "./waiting.tsx";

const SHAPES: readonly WaitingShape[] = ["rows", "lines", "fields", "cards", "picture", "inline"];

let leave = (): void => undefined;
afterEach(() => leave());

const bars = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>("[aria-hidden] > span"),
];
const animationsOf = (element: Element) =>
  element.getAnimations().map(({ effect }) => effect?.getComputedTiming());

test.each(SHAPES)("what waits as %s is read, and its bars are for eyes alone", async (shape) => {
  leave = draw(
    <>
      <h1>Page</h1>
      <Waiting text="Loading Flights..." fill shape={shape} />
    </>,
  );
  await expect.element(screen.getByRole("status")).toHaveTextContent("Loading Flights...");
  await expect.element(screen.getByText("Loading Flights...")).toBeVisible();
  expect(bars().length > 0).toBe(shape !== "inline");
  expect(screen.getByRole("status").element().textContent).toBe("Loading Flights...");
  await expectAccessible();
});

test("it takes its room at once and is seen after 300 ms, so that nothing flashes or jumps", async () => {
  leave = draw(<Waiting text="Loading Flights..." fill />);
  await expect
    .poll(() => document.querySelector("output")?.getBoundingClientRect().height)
    .toBeGreaterThan(100);
  const late = document.querySelector("output")!;
  const [first] = animationsOf(late);
  expect(first).toMatchObject({ delay: 300, fill: "both" });
  const [animation] = late.getAnimations();
  animation!.pause();
  animation!.currentTime = 299;
  expect(getComputedStyle(late).visibility).toBe("hidden");
  animation!.currentTime = 302;
  expect(getComputedStyle(late).visibility).toBe("visible");
});

test.each([
  ["no-preference", true],
  ["reduce", false],
] as const)("the bars move for who prefers %s: %s", async (preferred, moves) => {
  await prefer("reduced-motion", preferred);
  leave = draw(<Waiting text="Loading Flights..." fill />);
  await expect.poll(() => bars().length).toBeGreaterThan(0);
  expect(bars().flatMap(animationsOf).length > 0).toBe(moves);
});
