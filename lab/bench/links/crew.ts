import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium as playwright } from "@playwright/test";
import { CommandLine } from "../../../e2e/command-line.ts";
import { enterCode } from "../../../e2e/device-code.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { UploadPage } from "../../../e2e/upload-page.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { acrossLink, OFFICE_ADDRESS } from "../../link/poor-link.ts";
import { appearance } from "../upload/appearance.ts";
import type { S3Bucket } from "../upload/peer-calls.ts";
import { openPeers, type PeersPage, servePeersPage } from "../upload/peers.ts";
import { type CrewOrder, type CrewWord, OFFICE_NAMES, type Posts, type System } from "./orders.ts";
import { awsCopy, type CopyProgram, rcloneCopy } from "./copy-programs.ts";
import { readOrder } from "../../link/end-program.ts";

/*
 * The crew's end of a link, in its network namespace: sends one folder by one system. Prints when
 * it begins, and what it took.
 */
const { order } = await readOrder<CrewOrder>();
const say = (word: CrewWord): void => console.log(JSON.stringify(word));

const HOUR_MS = 3_600_000;

async function timed(work: () => Promise<unknown>): Promise<void> {
  say({ began: true });
  const started = performance.now();
  await work();
  say({ seconds: (performance.now() - started) / 1_000 });
}

async function inChromium(
  flags: readonly string[],
  work: (browser: Browser) => Promise<void>,
): Promise<void> {
  const options = chromium();
  const browser = await playwright.launch({ ...options, args: [...options.args, ...flags] });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** From choosing the folder to DATA_READY. */
async function bySwath({ origin, sender }: CrewOrder): Promise<void> {
  await inChromium([acrossLink(OFFICE_NAMES)], async (browser) => {
    const page = await browser.newPage({ baseURL: origin });
    page.setDefaultTimeout(HOUR_MS);
    await signIn(page, "crew");
    const uploadPage = new UploadPage(page);
    await uploadPage.open(sender.upload);
    // Its programs are loaded before a person has found the folder, as the peers' page is.
    await page.waitForLoadState("networkidle");
    await timed(async () => {
      await uploadPage.choose(sender.folder);
      await uploadPage.confirmFindings();
      await appearance(page, "Uploaded data", HOUR_MS);
    });
  });
}

async function byPeer(
  { place, sender }: CrewOrder,
  work: (page: PeersPage) => Promise<unknown>,
): Promise<void> {
  const address = await servePeersPage(place);
  await inChromium(["--disable-web-security"], async (browser) => {
    const page = await openPeers(await browser.newPage(), address, sender.folder);
    await timed(() => work(page));
  });
}

const byTus = (given: CrewOrder): Promise<void> => byPeer(given, (page) => page.uppy(given.tus));

function bucketOf({ bucket }: CrewOrder): S3Bucket {
  if (bucket === undefined) throw new Error("the office has no store of S3");
  return bucket;
}

const byUppyS3 = (given: CrewOrder): Promise<void> =>
  byPeer(given, (page) => page.uppyS3(bucketOf(given)));

async function byProgram({ command, words, env }: CopyProgram): Promise<void> {
  await timed(async () => execFileSync(command, words, { stdio: "inherit", env }));
}

/** Posts by curl over as many connections, each form again until it is stored. */
async function byCurl({ paths, tickets }: Posts, connections: number): Promise<void> {
  const requests = paths.map((path, n) => {
    const { url, fields } = tickets[n]!;
    const { port } = new URL(url);
    const texts = Object.entries(fields).map(
      ([name, value]) => `form-string = ${JSON.stringify(`${name}=${value}`)}`,
    );
    const lines = [`url = "${url}"`, ...texts, `form = ${JSON.stringify(`file=@"${path}"`)}`];
    const always = [`connect-to = "localhost:${port}:${OFFICE_ADDRESS}:${port}"`, "fail", "silent"];
    return [...lines, ...always, 'output = "/dev/null"', "retry = 100", "retry-all-errors"];
  });
  const file = join(order.place, `requests-${connections}`);
  writeFileSync(file, requests.map((lines) => lines.join("\n")).join("\nnext\n"));
  const parallel =
    connections === 1 ? [] : ["-Z", "--parallel-max", String(connections), "--no-progress-meter"];
  await timed(async () => execFileSync("curl", [...parallel, "-K", file], { stdio: "inherit" }));
}

async function bySwathCommand({ origin, place, sender }: CrewOrder): Promise<void> {
  const settings = join(place, "settings");
  const server = ["--server", origin];
  await inChromium([acrossLink(OFFICE_NAMES)], async (browser) => {
    const login = new CommandLine(["login", ...server], settings);
    await enterCode(await browser.newPage(), login, "crew");
    await login.exit;
  });
  const { upload: meant, folder } = sender.forCommand ?? sender;
  const { uploadType, sensorName } = meant;
  const words = ["upload", folder, "--type", uploadType, "--sensor", sensorName, "--yes"];
  await timed(async () => {
    const upload = new CommandLine([...words, ...server], settings);
    if ((await upload.exit) !== 0) throw new Error(upload.output);
  });
}

const SEND: Readonly<Record<System, () => Promise<void>>> = {
  swath: () => bySwath(order),
  "swath-s3": () => bySwath(order),
  "uppy-s3": () => byUppyS3(order),
  tus: () => byTus(order),
  "cli-s3": () => bySwathCommand(order),
  rclone: () => byProgram(rcloneCopy(bucketOf(order), order.sender.folder)),
  aws: () => byProgram(awsCopy(bucketOf(order), order.sender.folder)),
  curl: () => byCurl(order.sender.files, 1),
  six: () => byCurl(order.sender.pieces, 6),
};
await SEND[order.system]();
// The peers' page server lives as long as the process.
process.exit(0);
