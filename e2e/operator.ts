import type { Browser, Page } from "@playwright/test";
import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import { call, type Started, tokenOf } from "./api.ts";
import { expect, signIn } from "./fixtures.ts";

/** The flight of the day. */
export const FLIGHT = "FL000101";
const MINUTE_MS = 60_000;

/** Where a day of processing happens, and what it writes. */
export interface Day {
  readonly swath: Started & { readonly env: Readonly<Record<string, string>> };
  readonly browser: Browser;
  readonly place: string;
}

/** Signs in, in a window of one's own. */
export async function windowOf({ swath, browser }: Day, account: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: swath.origin });
  const page = await context.newPage();
  await signIn(page, account);
  return page;
}

export interface Job extends RunningJob {
  readonly processingId: string;
}

async function jobsOf({ swath }: Day): Promise<Job[]> {
  const path = `/processing/runs/flights/${FLIGHT}`;
  const { body } = await call<FlightRuns>(swath, tokenOf(swath, "crew"), path);
  return body.flatMap(({ processingId, jobs }) => jobs.map((job) => ({ processingId, ...job })));
}

/** The operator at the dashboard of the flight. */
export class Operator {
  readonly page: Page;
  readonly #day: Day;

  constructor(day: Day, page: Page) {
    this.#day = day;
    this.page = page;
  }

  async open(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const search = new URLSearchParams({ FlightID: `$any ${FLIGHT}`, ...more });
    await this.page.goto(`/ip?${search.toString()}`);
  }

  /** The review of a job, by its link. */
  async review({ processingId, name }: Job, more: Readonly<Record<string, string>> = {}) {
    await this.open({ review: `${processingId}.${name}`, ...more });
    return this.page.getByRole("dialog", { name: /^Review of / });
  }

  /** Waits until a job is as wanted; QA that others wait for meanwhile is completed by keyboard. */
  async until(name: string, isReached: (job: Job) => boolean): Promise<Job> {
    let reached: Job | undefined;
    await expect(async () => {
      const jobs = await jobsOf(this.#day);
      reached = jobs.find((each) => each.name === name && isReached(each));
      if (reached !== undefined) return;
      const waiting = jobs.find((each) => each.waitsForQA && each.name !== name);
      if (waiting !== undefined) await this.approve(waiting);
      const states = jobs.map((each) => `${each.name} ${each.status}`).join(", ");
      throw new Error(`${name} did not come that far: ${states}`);
    }).toPass({ timeout: 8 * MINUTE_MS, intervals: [500] });
    return reached!;
  }

  /** Completes the QA of a job in its review, by keyboard. */
  async approve(job: Job): Promise<void> {
    const review = await this.review(job);
    await expect(
      review.getByRole("button", { name: /^Mark as QA Completed/ }).first(),
    ).toBeVisible();
    await this.page.keyboard.press("a");
    const dialog = this.page.getByRole("dialog", { name: "Update Status" });
    const confirm = dialog.getByRole("button", { name: "Confirm" });
    await expect(confirm).toBeVisible();
    // What misses a bound wants words.
    if (await confirm.isDisabled()) await dialog.getByRole("textbox").fill("seen in the results");
    await confirm.click();
    await expect
      .poll(async () => (await jobsOf(this.#day)).find(({ name }) => name === job.name)?.waitsForQA)
      .toBe(false);
  }

  /** Resubmits a job from its menu, once the impact names what is overwritten. */
  async resubmit(label: string, overwrites: string): Promise<void> {
    await this.open();
    await this.page.getByRole("button", { name: new RegExp(`^${label}: `) }).click();
    await this.page.getByRole("menuitem", { name: `Resubmit ${label}` }).click();
    const dialog = this.page.getByRole("dialog", { name: /^Resubmit/ });
    const impact = dialog.getByRole("table", { name: "Jobs whose results are overwritten" });
    await expect(impact.getByRole("rowheader", { name: overwrites, exact: true })).toBeVisible();
    await expect(dialog.getByRole("region", { name: /would find|Preflight/ })).toBeVisible();
    await dialog.getByRole("button", { name: "Resubmit", exact: true }).click();
    await expect(dialog).toBeHidden();
  }
}
