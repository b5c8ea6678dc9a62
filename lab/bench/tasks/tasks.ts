import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expect, type Hand } from "./hand.ts";

/** A page of another person's own browser. */
export type Visit = (account: string, address: string) => Promise<Page>;

/** What a task may need besides its page. */
interface Place {
  /** The folder of a flight that breaks one rule, and what the report says of it. */
  readonly faulty: { readonly folder: string; readonly flightId: string; readonly says: string };
  /** Jobs that await QA on the processing dashboard. */
  readonly awaiting: number;
  readonly visit: Visit;
}

/** Something that a person comes to do, by what they know of the place. */
export interface Task<P = Place> {
  readonly name: string;
  /** Who does it, by their account of the demonstration. */
  readonly account: string;
  /** The address at which the person is before. */
  readonly begins: string | ((place: P) => string);
  /** Does it by the quickest way that the pages offer, and fails unless its end is on the screen. */
  readonly does: (hand: Hand, place: P) => Promise<void>;
}

const PENDING = `/ip?Status=${encodeURIComponent("$any QA_PENDING")}`;
const DAY_MS = 86_400_000;
/** What a reviewer says of a missed bound. */
const WORDS = "seen";

const overview = (page: Page): Locator =>
  page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "OVERVIEW" });
const section = (page: Page, name: RegExp): Locator => page.getByRole("region", { name });
export const review = (page: Page): Locator => page.getByRole("dialog", { name: /^Review of / });

/** Approves the job under review; what misses a bound wants words. */
async function approve(hand: Hand): Promise<void> {
  const { page } = hand;
  const question = page.getByRole("dialog", { name: "Update Status" });
  await hand.press("a");
  await hand.sees(question.getByRole("button", { name: "Confirm" }));
  const words = question.getByRole("textbox");
  if ((await words.count()) > 0) {
    await hand.type(WORDS);
    await hand.press("Control+Enter", { follows: true });
  } else await hand.press("Enter", { follows: true });
  await hand.waits(() => expect(question).toBeHidden());
}

/** The ten tasks of issue 41; the last one leaves nothing that awaits QA. */
export const TASKS: readonly Task[] = [
  {
    name: "Find my stalled uploads",
    account: "crew",
    begins: "/post",
    does: async (hand) => {
      await hand.click(overview(hand.page));
      const mine = section(hand.page, /^Your uploads/).getByRole("listitem");
      await hand.sees(mine.filter({ hasText: "Upload Stalled" }).getByRole("link"));
    },
  },
  {
    name: "What is wrong with this folder",
    account: "crew",
    begins: "/post",
    does: async (hand, { faulty: { folder, flightId, says } }) => {
      const flight = hand.page
        .getByRole("rowgroup")
        .filter({ has: hand.page.getByRole("link", { name: flightId }) });
      const [upload] = await Promise.all([
        hand.page.waitForEvent("popup"),
        hand.click(flight.getByRole("link", { name: "LiDAR Ready for Upload" })),
      ]);
      hand.follow(upload);
      await hand.sees(upload.getByRole("button", { name: "Upload Flight Folder" }));
      await hand.drop(folder);
      const report = upload.getByRole("dialog", { name: "File Validation Results" });
      await hand.sees(report.getByText(says).first());
    },
  },
  {
    name: "Which flights of yesterday are not uploaded",
    account: "office",
    begins: "/post",
    does: async (hand) => {
      await hand.click(overview(hand.page));
      const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
      const flown = section(hand.page, /^Flown, not uploaded/).getByRole("listitem");
      // Those of a day stand together, latest first.
      await hand.sees(flown.filter({ hasText: `Flown until ${day}` }).last());
    },
  },
  {
    name: "Why did this fail, and run it again",
    account: "operator",
    begins: "/ip",
    does: async (hand) => {
      const { page } = hand;
      await hand.click(overview(page));
      const failed = section(page, /^Failed/)
        .getByRole("listitem")
        .filter({ hasText: "GPS & EO of SL200223" });
      await hand.sees(failed.getByText("FL000113_line_1.las: no points in the file"));
      await hand.click(failed.getByRole("link"));
      await hand.sees(review(page).getByRole("button", { name: /^Resubmit GPS & EO/ }));
      await hand.press("r");
      const question = page.getByRole("dialog", { name: "Resubmit Job" });
      // The data of the demonstration's flights is not there: the order waits for it.
      await hand.click(question.getByRole("checkbox", { name: "Submit nevertheless" }));
      await hand.click(question.getByRole("button", { name: "Resubmit", exact: true }), {
        follows: true,
      });
      await hand.sees(page.getByText("GPS & EO of SL200223: Resubmit GPS & EO"));
    },
  },
  {
    name: "Send a colleague what I see",
    account: "operator",
    begins: PENDING,
    does: async (hand, { visit }) => {
      const { page } = hand;
      await page
        .getByRole("button", { name: /^QA1 Quality: Completed/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Review results" }).click();
      await page.getByRole("button", { name: "Relief" }).click();
      const picture = { name: /^Relief, attempt 2/ };
      await expect(page.getByRole("img", picture)).toBeVisible();
      const colleague = await visit("office", "/ip");
      await colleague.goto(await hand.copyAddress());
      await hand.sees(colleague.getByRole("img", picture));
    },
  },
  {
    name: "Compare two attempts",
    account: "operator",
    begins: "/ip?FlightID=%24any%20FL000113",
    does: async (hand) => {
      const { page } = hand;
      await hand.click(page.getByRole("button", { name: /^QA1 Quality: Completed/ }).first());
      await hand.click(page.getByRole("menuitem", { name: "Attempts" }));
      await hand.sees(page.getByRole("table", { name: "What differs" }));
    },
  },
  {
    name: "How far is project PRJ10008",
    account: "leader",
    begins: "/post",
    does: async (hand) => {
      await hand.click(overview(hand.page));
      const project = section(hand.page, /^Projects/)
        .getByRole("listitem")
        .filter({ has: hand.page.getByRole("link", { name: "PRJ10008" }) });
      await hand.sees(project.getByText(/\d+ planned: \d+ flown, \d+ uploaded, \d+ processed/));
    },
  },
  {
    name: "Download a part of a delivery",
    account: "office",
    begins: "/explorer",
    does: async (hand) => {
      const { page } = hand;
      await hand.click(page.getByText("swath-lidar", { exact: true }));
      await hand.click(page.getByText("FL000143/", { exact: true }));
      await hand.click(page.getByText("LiDAR/", { exact: true }));
      await hand.click(page.getByText("FL000143_045/", { exact: true }));
      await hand.sees(page.getByText("SAMPLE-DATA.txt"));
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        hand.click(page.getByRole("button", { name: "Download this folder as ZIP" })),
      ]);
      await hand.waits(() => saved.path());
      expect(Object.keys(unzipSync(await readFile(await saved.path())))).toHaveLength(4);
    },
  },
  {
    name: "Tell me when FL000102 is ready",
    account: "crew",
    begins: "/post",
    does: async (hand) => {
      const { page } = hand;
      await hand.click(page.getByRole("link", { name: "FL000102" }));
      const bell = page.getByRole("button", { name: "Follow FL000102" });
      await hand.click(bell);
      await hand.waits(() => expect(bell).toHaveAttribute("aria-pressed", "true"));
    },
  },
  {
    name: "Approve what awaits me (20)",
    account: "office",
    begins: "/ip",
    does: async (hand, { awaiting }) => {
      const dialog = review(hand.page);
      await hand.press("Alt+q");
      await hand.sees(dialog.getByText(`1 of ${awaiting} awaiting QA`));
      const title = dialog.getByRole("heading", { level: 2, name: /^Review of / });
      for (let left = awaiting; left > 0; left--) {
        const heading = await title.textContent();
        await approve(hand);
        await hand.waits(() =>
          left === 1
            ? expect(dialog.getByText("QA completed", { exact: true })).toBeVisible()
            : expect(title).not.toHaveText(heading ?? ""),
        );
        if (left > 1)
          await hand.sees(dialog.getByRole("button", { name: /^Mark as QA Completed ?A?$/ }));
      }
    },
  },
];
