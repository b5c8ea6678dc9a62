import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium as playwright } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "../../../e2e/api.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { Process, removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { UploadPage } from "../../../e2e/upload-page.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { figuresOf } from "../api/figures.ts";
import { openCaller } from "../api/http-load.ts";
import { manifestAddress, preparingUpload } from "../limits/preparing-upload.ts";
import { appearance } from "../upload/appearance.ts";
import { writeFolder } from "../upload/folders.ts";
import { watchUsage } from "../upload/processes.ts";
import type { HostileTask } from "./hostile-hands.ts";

/** What must hold while hostile hands do their worst. */
const MOST_P99_MS = 300;
const MOST_MEGABYTES = 600;

const VIEWERS = 50;
const CONNECTIONS = 2_000;
const MANIFESTS_A_MINUTE = 100;
/** How often a page of the web app asks (document 1, section 9). */
const POLL_MS = 5_000;
const FOLDER_BYTES = 2_097_152_000;

/** Viewers that poll a page of the list each, as the portal does; milliseconds of each answer. */
async function view(swath: Swath, token: string, seconds: number): Promise<number[]> {
  const { call, close } = openCaller({ origin: swath.origin, token }, 20);
  const taken: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const viewer = async (index: number): Promise<void> => {
    const path = `/api/main/flights?page=${1 + (index % 20)}`;
    let tag: string | undefined;
    await sleep((index * POLL_MS) / VIEWERS);
    while (performance.now() < until) {
      const begun = performance.now();
      const reply = await call(path, tag);
      if (reply.status !== 200 && reply.status !== 304)
        throw new Error(`a viewer was answered ${reply.status}`);
      taken.push(performance.now() - begun);
      tag = reply.tag;
      await sleep(POLL_MS);
    }
  };
  await Promise.all(Array.from({ length: VIEWERS }, (_, index) => viewer(index)));
  close();
  return taken;
}

interface Sent {
  readonly upload: ReadyUpload;
  readonly folder: string;
}

/** An upload in a browser whose link is just so fast that it takes most of the time. */
async function uploadHonestly(swath: Swath, sent: Sent, seconds: number): Promise<number> {
  const browser = await playwright.launch(chromium());
  try {
    const page = await browser.newPage({ baseURL: swath.origin });
    await signIn(page, "crew2");
    const link = await page.context().newCDPSession(page);
    await link.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: FOLDER_BYTES / (seconds * 0.85),
    });
    const uploadPage = new UploadPage(page);
    await uploadPage.open(sent.upload);
    const begun = performance.now();
    await uploadPage.choose(sent.folder);
    await uploadPage.confirmFindings();
    await appearance(page, "Uploaded data", (seconds + 600) * 1_000);
    return (performance.now() - begun) / 1_000;
  } finally {
    await browser.close();
  }
}

function startHostileHands(task: HostileTask): Process {
  return new Process([join("bench", "soak", "hostile-hands.ts")], {
    BENCH_HOSTILE: JSON.stringify(task),
  });
}

function line(good: boolean, text: string): void {
  console.log(`${good ? "holds" : "FAILS"}  ${text}`);
}

async function soak(swath: Swath, place: string, seconds: number): Promise<void> {
  const token = tokenOf(swath, "crew");
  const viewer = tokenOf(swath, "office");
  // Whatever holds this process up would be measured as the viewers' waiting.
  const own = await readyUpload(swath, tokenOf(swath, "crew2"), "TerrainMapperLAZ");
  const sent = { upload: own, folder: writeFolder(place, "incompressible", own) };
  const { upload, heartbeats } = await preparingUpload(swath, token);
  const hostile = startHostileHands({
    origin: swath.origin,
    token,
    upload,
    url: manifestAddress(swath, upload),
    seconds,
    connections: CONNECTIONS,
    manifestsAMinute: MANIFESTS_A_MINUTE,
  });
  await sleep(5_000);
  const usage = watchUsage();
  const [uploaded, taken] = await Promise.all([
    uploadHonestly(swath, sent, seconds),
    view(swath, viewer, seconds),
  ]);
  const { memory } = usage.stop();
  heartbeats.stop();
  while (!hostile.ended) await sleep(500);
  console.log(hostile.output);
  const { p50, p99 } = figuresOf(taken, seconds);
  const megabytes = memory.server / 1_048_576;
  line(true, `the upload of 2 GB was DATA_READY after ${uploaded.toFixed(0)} s`);
  line(
    p99 < MOST_P99_MS,
    `${taken.length} answers of the list, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  line(megabytes < MOST_MEGABYTES, `most memory of the server ${megabytes.toFixed(0)} MB`);
}

/** Hostile hands for some minutes, while an honest upload and viewers go on. */
export async function benchSoak([minutes = "10"]: readonly string[]): Promise<void> {
  const place = temporaryFolder("soak");
  const swath = await Swath.start();
  try {
    await soak(swath, place, Number(minutes) * 60);
  } finally {
    await swath.stop();
    removeFolder(place);
  }
}
