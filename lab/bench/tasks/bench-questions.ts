import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium as playwright } from "@playwright/test";
import { uploadOf } from "../../../e2e/api.ts";
import { sampleFolder } from "../../../e2e/folder.ts";
import firstStart from "../../../e2e/global-setup.ts";
import { type Day, FLIGHT, type Job, Operator, windowOf } from "../../../e2e/operator.ts";
import { removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { UploadPage } from "../../../e2e/upload-page.ts";
import type { Truth, TruthRoof } from "../../../tools/sample/terrain/truth.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { perform, printTable } from "./bench-tasks.ts";
import type { Effort } from "./hand.ts";
import { CLASSED, PLACED, QUESTIONS } from "./questions.ts";

const RUNS = 3;
const JUMP = 0.1;
const MINUTE_MS = 60_000;

const ended = ({ status }: Job): boolean => /COMPLETED|FAILED|CANCELLED/.test(status);

/** Uploads a flight over the valley whose line 2 is too high; answers what is true of it. */
async function uploadFlight(day: Day): Promise<Truth> {
  const upload = await uploadOf(day.swath, FLIGHT, "LiDAR");
  const truth = join(day.place, "truth.json");
  const planted = ["--noise", "0.02", "--error", `height-jump=${JUMP}`, "--truth", truth];
  const folder = sampleFolder(
    upload,
    join(day.place, "flight"),
    "--terrain",
    "--seed",
    "5",
    ...planted,
  );
  const window = await windowOf(day, "crew");
  const page = new UploadPage(window);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready(4 * MINUTE_MS);
  await window.context().close();
  return JSON.parse(readFileSync(truth, "utf8")) as Truth;
}

const areaOf = ({ corners: [a, b, c] }: TruthRoof): number =>
  Math.hypot(a![0] - b![0], a![1] - b![1]) * Math.hypot(b![0] - c![0], b![1] - c![1]);

async function ask(browser: Browser, swath: Swath, place: string, words: readonly string[]) {
  const day: Day = { swath, browser, place };
  const { roofs } = await uploadFlight(day);
  const operator = new Operator(day, await windowOf(day, "operator"));
  const strips = await operator.until(PLACED, ended);
  const [roof] = roofs.toSorted((one, other) => areaOf(other) - areaOf(one));
  const labels = new Map([[PLACED, strips.label]]);
  const { processingId } = strips;
  const of = { flightId: FLIGHT, processingId, jump: JUMP, roof: roof!, labels };
  const efforts = new Map<string, Effort[]>();
  const failed: string[] = [];
  const askAll = async (questions: typeof QUESTIONS): Promise<void> => {
    for (const question of questions) {
      if (words.length > 0 && !words.some((word) => question.name.toLowerCase().includes(word)))
        continue;
      const runs: Effort[] = [];
      try {
        for (let run = 0; run < RUNS; run += 1)
          runs.push(await perform(browser, swath, question, of));
        efforts.set(question.name, runs);
      } catch (error) {
        failed.push(question.name);
        const { cause } = error as Error;
        console.error(`${question.name}: ${(cause as Error).message.split("\n", 6).join(" | ")}`);
      }
    }
  };
  // What awaits QA is asked for before it is judged.
  await askAll(QUESTIONS.slice(0, 1));
  labels.set(CLASSED, (await operator.until(CLASSED, ended)).label);
  await operator.until("QA1", ended);
  await askAll(QUESTIONS.slice(1));
  printTable(efforts);
  if (failed.length > 0) throw new Error(`not answered: ${failed.join("; ")}`);
}

/**
 * `npm run bench -- questions [WORD …]`: ten questions of a reviewer on a flight that is uploaded and processed for
 * them, by clicks, keys and seconds; fails where one has no answer, or another than the truth.
 */
export async function benchQuestions(words: readonly string[]): Promise<void> {
  const cleanUp = await firstStart();
  const browser = await playwright.launch(chromium());
  const place = temporaryFolder("questions");
  const swath = await Swath.start();
  try {
    await ask(browser, swath, place, words);
  } finally {
    await swath.stop();
    await browser.close();
    cleanUp();
    removeFolder(place);
  }
}
