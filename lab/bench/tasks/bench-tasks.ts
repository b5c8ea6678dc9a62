import { type Browser, chromium as playwright } from "@playwright/test";
import { uploadOf } from "../../../e2e/api.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { sampleFolder } from "../../../e2e/folder.ts";
import firstStart from "../../../e2e/global-setup.ts";
import { removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { median } from "../quantile.ts";
import { AWAITING, awaitMore } from "./awaiting-qa.ts";
import { type Effort, Hand } from "./hand.ts";
import { type Task, TASKS, type Visit } from "./tasks.ts";

const RUNS = 3;
const VIEWPORT = { width: 1425, height: 900 };
const FAULT = {
  flightId: "FL000101",
  option: "no-flight-plan",
  says: "A minimum of at least one flight plan (*.kmz) is required",
};

/** A person who does a task from where they are, in a browser of their own. */
export async function perform<P>(
  browser: Browser,
  { origin }: Swath,
  task: Task<P & { readonly visit: Visit }>,
  place: P,
): Promise<Effort> {
  const open = async (account: string, address: string) => {
    const context = await browser.newContext({ baseURL: origin, viewport: VIEWPORT });
    const page = await context.newPage();
    await signIn(page, account);
    await page.goto(address);
    await page.locator("main").waitFor();
    return { context, page };
  };
  const contexts: { close(): Promise<void> }[] = [];
  const visit = async (account: string, address: string) => {
    const { context, page } = await open(account, address);
    contexts.push(context);
    return page;
  };
  try {
    const known = { ...place, visit };
    const address = typeof task.begins === "string" ? task.begins : task.begins(known);
    const hand = new Hand(await visit(task.account, address));
    await task.does(hand, known);
    return hand.effort;
  } catch (error) {
    throw new Error(`'${task.name}' did not come to its end`, { cause: error });
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

export function printTable(efforts: ReadonlyMap<string, readonly Effort[]>): void {
  console.log("| task | clicks | keys | person, s | system, s (median, each run) |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const [name, runs] of efforts) {
    const { clicks, keys, person } = runs[0]!;
    const system = median(runs.map((each) => each.system));
    const range = runs.map((each) => each.system.toFixed(1)).join(", ");
    console.log(
      `| ${name} | ${clicks} | ${keys} | ${person.toFixed(1)} | ${system.toFixed(1)} (${range}) |`,
    );
  }
}

/**
 * `npm run bench -- tasks [WORD …]`: ten tasks of people, those whose names have a word, by clicks, keys
 * and seconds; fails where one does not come to its end. Each run begins on the same first start.
 */
export async function benchTasks(words: readonly string[]): Promise<void> {
  const tasks = TASKS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
  );
  const cleanUp = await firstStart();
  const browser = await playwright.launch(chromium());
  const folders = temporaryFolder("tasks");
  const efforts = new Map<string, Effort[]>(tasks.map(({ name }) => [name, []]));
  try {
    for (let run = 0; run < RUNS; run++) {
      const swath = await Swath.start();
      try {
        await awaitMore(swath);
        const upload = await uploadOf(swath, FAULT.flightId, "LiDAR");
        const folder = sampleFolder(
          upload,
          `${folders}/${run}`,
          "--no-big",
          "--fault",
          FAULT.option,
        );
        const place = { faulty: { ...FAULT, folder }, awaiting: AWAITING };
        for (const task of tasks)
          efforts.get(task.name)?.push(await perform(browser, swath, task, place));
      } finally {
        await swath.stop();
      }
    }
    printTable(efforts);
  } finally {
    await browser.close();
    cleanUp();
    removeFolder(folders);
  }
}
