import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium as playwright } from "@playwright/test";
import { sensorNumber } from "@swath/contract/ids";
import type { UploadState } from "@swath/contract/uploads";
import { call, type ReadyUpload, readyUpload, tokenOf } from "../../../e2e/api.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { UploadPage } from "../../../e2e/upload-page.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { headersOf } from "./headers.ts";
import { watchUsage } from "./processes.ts";

/** What must hold (issue 17). */
const MOST_TAB = 1_000;
const MOST_SERVER = 500;

const FILES = 500;
const FILE_BYTES = 2e9;
/** Of sending: all of it would take hours, and as much room as the folder seems to have. */
const SECONDS = 60;
const MB = 1e6;

/** LAZ files of a header and a hole: 1 TB that takes no room. */
function writeSparseClouds(place: string, upload: ReadyUpload) {
  const { flightId, sensorName, uploadType } = upload;
  const folder = join(place, `${flightId}_${sensorNumber(sensorName)}`);
  mkdirSync(folder);
  const { laz } = headersOf(upload, uploadType);
  for (let n = 0; n < FILES; n++) {
    const path = join(folder, `${n}.laz`);
    writeFileSync(path, laz);
    truncateSync(path, FILE_BYTES);
  }
  return folder;
}

/** Waits until the upload sends; seconds since it was called. */
async function sending(swath: Swath, { flightId, uploadId }: ReadyUpload): Promise<number> {
  const begun = performance.now();
  const path = `/main/flights/${flightId}/upload/${uploadId}/status`;
  for (;;) {
    const { body } = await call<UploadState>(swath, tokenOf(swath, "crew"), path);
    if (body.status === "UPLOADING") return (performance.now() - begun) / 1_000;
    if (/FAILED/.test(body.status)) throw new Error(`${body.status}: ${body.reason ?? ""}`);
    await sleep(500);
  }
}

async function measure(swath: Swath, place: string, browser: Browser): Promise<void> {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "TerrainMapperLAZ");
  const folder = writeSparseClouds(place, upload);
  const page = await browser.newPage({ baseURL: swath.origin });
  await signIn(page, "crew");
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  const watch = watchUsage();
  await uploadPage.choose(folder);
  const [planned] = await Promise.all([sending(swath, upload), uploadPage.confirmFindings()]);
  await sleep(SECONDS * 1_000);
  const { tab, server } = watch.stop().memory;
  console.log(
    `${FILES} files of ${FILE_BYTES / 1e9} GB: sending ${planned.toFixed(1)} s after they were chosen`,
  );
  const holds = tab < MOST_TAB * MB && server < MOST_SERVER * MB;
  console.log(
    `${holds ? "holds" : "FAILS"}  most memory until ${SECONDS} s of sending: ` +
      `tab ${(tab / MB).toFixed(0)} MB, server ${(server / MB).toFixed(0)} MB`,
  );
  if (!holds) process.exitCode = 1;
}

/** A folder of 1 TB, planned by a browser and sent for a minute. */
export async function measureSparse(): Promise<void> {
  const place = temporaryFolder("sparse");
  const swath = await Swath.start();
  const browser = await playwright.launch(chromium());
  try {
    await measure(swath, place, browser);
  } finally {
    await browser.close();
    await swath.stop();
    removeFolder(place);
  }
}
