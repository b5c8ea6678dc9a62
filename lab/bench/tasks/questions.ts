import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { TruthRoof } from "../../../tools/sample/terrain/truth.ts";
import { expect, type Hand } from "./hand.ts";
import { review, type Task, type Visit } from "./tasks.ts";

/** A processed flight over the valley, whose line 2 was recorded too high, and what is true of it. */
interface Questioned {
  readonly flightId: string;
  readonly processingId: string;
  /** The labels of jobs, by their names. */
  readonly labels: ReadonlyMap<string, string>;
  /** By which line 2 is too high before its strips are adjusted, m. */
  readonly jump: number;
  readonly roof: TruthRoof;
  readonly visit: Visit;
}

type Question = Task<Questioned>;
type XY = readonly [x: number, y: number];

export const PLACED = "ICP1_MineIP1";
const ADJUSTED = "ICP2_MineIP1";
export const CLASSED = "MiningAI3";
/** A profile goes this far beyond both walls of a house, m. */
const BEYOND = 12;
/** A mean of strips that were adjusted, m. */
const LEFT_OVER = 0.03;
/** Scan lines are 0.3 to 0.5 m apart: no edge is seen sharper. */
const EDGE_M = 0.5;
const BUILDING = "6 Building";
/** Half of a line over several strips, along x and y, m. */
const ACROSS = 200;
const MOST_STEPS = 600;
/** The jump of 0.1 m, as the table of measures has it. */
const BY_JUMP = /^[-−]?0\.(1|10\d*|09\d*)\b/;

const middle = ({ corners }: TruthRoof): XY => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** A line along the middle of a roof, over both its ends, and where on it the roof begins and ends. */
function lineOver(roof: TruthRoof): { readonly ends: readonly [XY, XY]; readonly edges: XY } {
  const [a, b] = roof.corners as readonly [XY, XY, XY, XY];
  const [x, y] = middle(roof);
  const length = Math.hypot(a[0] - b[0], a[1] - b[1]);
  const half = length / 2 + BEYOND;
  const [dx, dy] = [(a[0] - b[0]) / length, (a[1] - b[1]) / length];
  return {
    ends: [
      [x - dx * half, y - dy * half],
      [x + dx * half, y + dy * half],
    ],
    edges: [BEYOND, BEYOND + length],
  };
}

const group = (page: Page, name: string): Locator => page.getByRole("group", { name });
const profile = (page: Page): Locator => page.getByRole("application", { name: /^Profile\. / });
const heights = (page: Page): Locator => page.getByRole("table", { name: /^Heights at/ });
const pointsDrawn = (page: Page): Locator =>
  page.getByText(/[1-9][\d,]* of [\d,]+ points are drawn/);

/** Types a profile's line and shows it. */
async function typeLine(hand: Hand, [from, to]: readonly [XY, XY]): Promise<void> {
  const { page } = hand;
  await hand.click(page.getByRole("textbox", { name: "From x" }));
  for (const value of [...from, ...to]) {
    await hand.press("Control+a", { follows: true });
    await hand.type(value.toFixed(1), { follows: true });
    await hand.press("Tab", { follows: true });
  }
  await hand.press("Enter", { follows: true });
  await hand.sees(page.getByText(/^A profile .* points of lines/));
}

/** The height that the table tells of the first line at the cursor; undefined where it tells none. */
async function heightHere(page: Page): Promise<number | undefined> {
  const cell = heights(page).getByRole("cell").first();
  return (await cell.count()) === 0 ? undefined : Number(await cell.textContent());
}

/** How far along the profile the cursor is. */
async function along(page: Page): Promise<number> {
  const caption = await heights(page).getByRole("caption").textContent();
  return Number(/at ([\d.]+)/.exec(caption ?? "")?.[1]);
}

/** Moves the cursor to the right until the roof's height is left; answers where that is. */
async function findEdge(hand: Hand, roof: number): Promise<number> {
  const { page } = hand;
  const isOnRoof = (height: number | undefined) => Math.abs((height ?? 0) - roof) < 1;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    await hand.press("ArrowRight", { follows: true });
    if (!isOnRoof(await heightHere(page))) return await along(page);
  }
  throw new Error("the roof has no end");
}

/** Moves the cursor until a line lies beside line 2; answers how they differ, m. */
async function findOverlap(hand: Hand): Promise<number> {
  const rows = heights(hand.page).getByRole("row");
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    // From the middle to the end, and back over all of it; below the head.
    const texts = (await rows.allTextContents()).slice(1);
    const place = texts.findIndex((text) => text.startsWith("2"));
    if (texts.length > 1 && place >= 0) {
      const cells = rows.nth(Math.max(1, place) + 1).getByRole("cell");
      return Number((await cells.nth(1).textContent())?.replace("−", "-"));
    }
    const isBack = steps > MOST_STEPS / 3;
    await hand.press(`Shift+Arrow${isBack ? "Left" : "Right"}`, { follows: true });
  }
  throw new Error("no lines overlap");
}

const cloudOf = (processing: string, job: string): string =>
  `/clouds?${new URLSearchParams({ processing, job }).toString()}`;

/** The cloud with a profile over the roof. */
async function overRoof(hand: Hand, { roof }: Pick<Questioned, "roof">): Promise<void> {
  await hand.sees(pointsDrawn(hand.page));
  await typeLine(hand, lineOver(roof).ends);
}

const classed = ({ processingId }: Questioned): string => cloudOf(processingId, CLASSED);
const row = ({ flightId }: Questioned): string =>
  `/ip?${new URLSearchParams({ FlightID: `$any ${flightId}` }).toString()}`;
const cell = (page: Page, { labels }: Questioned, job: string): Locator =>
  page.getByRole("button", { name: new RegExp(`(^| )${labels.get(job) ?? job}: `) }).first();

/** The ten questions of a reviewer who looks before reading (issue 44). */
export const QUESTIONS: readonly Question[] = [
  {
    name: "Which line is off",
    account: "operator",
    begins: row,
    does: async (hand, of) => {
      const { page } = hand;
      await hand.click(cell(page, of, PLACED));
      await hand.click(page.getByRole("menuitem", { name: "Review results" }));
      await hand.sees(
        review(page)
          .getByRole("img", { name: /miss(es)? a bound: Lines .*2/ })
          .first(),
      );
    },
  },
  {
    name: "By how much, where two strips meet",
    account: "operator",
    begins: row,
    does: async (hand, of) => {
      const { page } = hand;
      await hand.click(cell(page, of, PLACED));
      await hand.click(page.getByRole("menuitem", { name: "Review results" }));
      const figure = review(page).getByRole("cell", { name: BY_JUMP });
      await hand.sees(figure.first());
    },
  },
  {
    name: "Did the adjustment take it away",
    account: "operator",
    begins: ({ processingId }) => cloudOf(processingId, ADJUSTED),
    does: async (hand, of) => {
      const { page } = hand;
      await hand.sees(pointsDrawn(page));
      const [x, y] = middle(of.roof);
      await typeLine(hand, [
        [x - ACROSS, y - ACROSS],
        [x + ACROSS, y + ACROSS],
      ]);
      await hand.click(profile(page));
      expect(Math.abs(await findOverlap(hand))).toBeLessThan(LEFT_OVER);
    },
  },
  {
    name: "Is the roof of this house classed",
    account: "operator",
    begins: row,
    does: async (hand, of) => {
      const { page } = hand;
      await hand.click(cell(page, of, CLASSED));
      const [viewer] = await Promise.all([
        page.waitForEvent("popup"),
        hand.click(page.getByRole("menuitem", { name: "View point cloud" })),
      ]);
      hand.follow(viewer);
      await overRoof(hand, of);
      await hand.click(profile(viewer));
      await hand.press("Enter", { follows: true });
      await hand.sees(viewer.getByText(BUILDING).last());
    },
  },
  {
    name: "Does the house stand in the ground",
    account: "operator",
    begins: classed,
    does: async (hand, of) => {
      await overRoof(hand, of);
      await hand.click(hand.page.getByRole("button", { name: "Ground alone" }));
      await hand.sees(hand.page.getByText("No line has enough shown points here."));
    },
  },
  {
    name: "Where does its roof end",
    account: "operator",
    begins: classed,
    does: async (hand, of) => {
      const { page } = hand;
      await overRoof(hand, of);
      await hand.click(profile(page));
      const edge = await findEdge(hand, of.roof.z);
      expect(Math.abs(edge - lineOver(of.roof).edges[1])).toBeLessThan(EDGE_M);
    },
  },
  {
    name: "How high does it stand",
    account: "operator",
    begins: classed,
    does: async (hand, of) => {
      const { page } = hand;
      await overRoof(hand, of);
      await hand.click(profile(page));
      await hand.press("Enter", { follows: true });
      await findEdge(hand, of.roof.z);
      for (let step = 0; step < 10; step += 1) await hand.press("ArrowRight", { follows: true });
      await hand.press("Enter", { follows: true });
      await hand.sees(page.getByText("Height difference", { exact: true }));
      await hand.sees(page.getByText(/^-?([2-9]|1\d)\.\d{3} m$/).first());
    },
  },
  {
    name: "How large is its roof",
    account: "operator",
    begins: classed,
    does: async (hand, { roof }) => {
      const { page } = hand;
      await hand.sees(pointsDrawn(page));
      await hand.click(page.getByRole("button", { name: "Measure", exact: true }));
      await hand.click(page.getByRole("textbox", { name: /^Corners/ }));
      const typed = roof.corners.map((corner) => corner.map((each) => each.toFixed(1)).join(" "));
      await hand.type(typed.join("\n"), { follows: true });
      await hand.click(page.getByRole("button", { name: "Measure corners" }), { follows: true });
      await hand.sees(group(page, "Measuring").getByText(/^[\d.]+ m²/));
    },
  },
  {
    name: "Where are points too few",
    account: "operator",
    begins: ({ flightId }) => `/post/${flightId}`,
    does: async (hand) => {
      const { page } = hand;
      await hand.click(page.getByRole("link", { name: /layers/i }).first());
      await hand.click(page.getByRole("checkbox", { name: /^Density/ }));
      await hand.sees(page.getByText(/m²/).first());
    },
  },
  {
    name: "What is wrong here: mark it, settle it, hand it over",
    account: "operator",
    begins: classed,
    does: async (hand, of) => {
      const { page } = hand;
      await overRoof(hand, of);
      await hand.click(profile(page));
      await hand.press("Enter", { follows: true });
      await hand.click(page.getByRole("button", { name: "Mark a finding" }));
      const marking = page.getByRole("dialog", { name: "Mark a finding" });
      await hand.sees(marking);
      await hand.type("a gutter is missed");
      await hand.click(marking.getByRole("button", { name: "Mark" }), { follows: true });
      await hand.click(page.getByRole("button", { name: /^Settle: / }).first());
      const settling = page.getByRole("dialog", { name: "Settle the finding" });
      await hand.sees(settling);
      await hand.type("as agreed");
      await hand.click(settling.getByRole("button", { name: "Settle" }), { follows: true });
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        hand.click(page.getByRole("button", { name: "Save as report" })),
      ]);
      await hand.waits(() => saved.path());
      expect((await readFile(await saved.path())).subarray(0, 5).toString()).toMatch(/%PDF|<!do/i);
    },
  },
];
