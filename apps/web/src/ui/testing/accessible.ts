import axe from "axe-core";
import { expect } from "vitest";

/** The rules of axe whose outcome depends on colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What the page that runs tests has of its own; `e2e/provider-pages.spec.ts` asks this of the real one. */
const OF_DOCUMENT = { "document-title": { enabled: false }, "html-has-lang": { enabled: false } };

/** A tooltip is drawn over the page, as a dialog is: it belongs to no landmark (axe's default without it). */
const REGIONS = "dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]";
axe.configure({ checks: [{ id: "region", options: { regionMatcher: REGIONS } }] });

const LOOKS = ["light", "dark"] as const;
type Theme = (typeof LOOKS)[number];

/** Waits until nothing is half faded in or half recoloured. */
async function settled(): Promise<void> {
  // What was opened last begins to fade in with a frame.
  for (let frames = 0; frames < 2; frames += 1)
    await new Promise((drawn) => requestAnimationFrame(drawn));
  const finite = document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0));
  await Promise.allSettled(finite.map(async ({ finished }) => finished));
}

/** Puts on a look of the theme as its provider does; undefined: none. */
function putOn(wanted: Theme | undefined): void {
  for (const look of LOOKS)
    document.documentElement.toggleAttribute(`data-${look}`, look === wanted);
}

const { setTimeout: realTimeout } = globalThis;

/** Axe waits for timers, which would not come due where a test holds the clock. */
async function onRealTimers<T>(run: () => Promise<T>): Promise<T> {
  const { setTimeout: held } = globalThis;
  globalThis.setTimeout = realTimeout;
  try {
    return await run();
  } finally {
    globalThis.setTimeout = held;
  }
}

async function found(options: axe.RunOptions): Promise<string[]> {
  await settled();
  const { violations: all } = await onRealTimers(() =>
    axe.run(document, {
      resultTypes: ["violations"],
      iframes: false,
      preload: false,
      ...options,
    }),
  );
  return all.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
  );
}

const lookOn = () => LOOKS.find((look) => document.documentElement.hasAttribute(`data-${look}`));

/** What axe finds: in the light look by all of its rules, in the dark one by those of colours. */
export async function violations(): Promise<string[]> {
  let own = lookOn();
  const foundIn = async (look: Theme, options: axe.RunOptions): Promise<string[]> => {
    putOn(look);
    const lines = await found(options);
    if (lookOn() === look) return lines;
    // The provider, drawn late, has put its own on meanwhile.
    own = lookOn();
    return foundIn(look, options);
  };
  const dark = await foundIn("dark", { runOnly: { type: "rule", values: OF_COLOURS } });
  const light = await foundIn("light", { rules: OF_DOCUMENT });
  putOn(own);
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** What is drawn now has no violation of axe, light or dark. */
export async function expectAccessible(): Promise<void> {
  expect(await violations()).toEqual([]);
}
