import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { chromium as playwright } from "@playwright/test";
import { signIn } from "../../../e2e/fixtures.ts";
import { freePort, removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { installPeers } from "../upload/peers.ts";

const run = promisify(execFile);
const PEERS = resolve(import.meta.dirname, "../peers/package.json");
const CATEGORIES = ["accessibility", "best-practices"] as const;
const PAGES = [
  "/overview",
  "/post",
  "/post/FL000101",
  "/ip",
  "/ip/failures",
  "/ip/params",
  "/post/extract",
  "/explorer",
];

/** The session stays, and the page is seen as a desk sees it. */
const FLAGS = [
  "--disable-storage-reset",
  `--only-categories=${CATEGORIES.join(",")}`,
  "--preset=desktop",
  "--throttling-method=provided",
  "--output=json",
  "--quiet",
];
const TRIES = 3;

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly details?: { readonly items?: readonly { readonly description?: string }[] };
}

interface Report {
  readonly finalDisplayedUrl: string;
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<
      (typeof CATEGORIES)[number],
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
}

/** A busy machine's browser closes a page now and then, which ends Lighthouse. */
async function markPage(url: string, port: number, tries = TRIES): Promise<Report> {
  const program = createRequire(PEERS).resolve("lighthouse/cli/index.js");
  try {
    const { stdout } = await run(process.execPath, [program, url, `--port=${port}`, ...FLAGS], {
      maxBuffer: 100_000_000,
    });
    return JSON.parse(stdout) as Report;
  } catch (error) {
    if (tries === 1) throw error;
    return markPage(url, port, tries - 1);
  }
}

const told = ({ id, title, details }: Audit): string =>
  [`${id}: ${title}`, ...(details?.items ?? []).map(({ description }) => description ?? "")].join(
    "\n    ",
  );

/** The audits that a page did not pass. */
const missedIn = ({ audits, categories }: Report): readonly string[] =>
  CATEGORIES.flatMap((name) => categories[name].auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id])
    .filter((audit) => audit !== undefined)
    .filter(({ score }) => score !== null && score < 1)
    .map(told);

/** `npm run bench -- lighthouse`: Lighthouse's marks of eight pages, signed in; fails below 100. */
export async function benchLighthouse(): Promise<void> {
  installPeers();
  const swath = await Swath.start();
  const place = temporaryFolder("lighthouse");
  const port = await freePort();
  const options = chromium();
  const context = await playwright.launchPersistentContext(place, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
    baseURL: swath.origin,
  });
  try {
    await signIn(await context.newPage(), "admin");
    for (const page of PAGES) {
      const lhr = await markPage(`${swath.origin}${page}`, port);
      if (lhr.finalDisplayedUrl !== `${swath.origin}${page}`)
        throw new Error(`${page} led to ${lhr.finalDisplayedUrl}`);
      const marks = CATEGORIES.map((name) => (lhr.categories[name].score ?? 0) * 100);
      console.log(
        `${page.padEnd(16)} ${CATEGORIES.map((name, at) => `${name} ${marks[at]}`).join(", ")}`,
      );
      for (const missed of missedIn(lhr)) console.log(`  ${missed}`);
      if (marks.some((mark) => mark < 100)) process.exitCode = 1;
    }
  } finally {
    await context.close();
    await swath.stop();
    removeFolder(place);
  }
}
