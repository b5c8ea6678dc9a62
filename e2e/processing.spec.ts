import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Flight } from "@swath/contract/flights";
import { call, type ReadyUpload, tokenOf } from "./api.ts";
import { expect, signIn, test as base } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";
import { removeFolder, ROOT, Swath, temporaryFolder } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

const FLIGHT = "FL000101";
const LONGEST_MS = 8 * 60_000;

/** A Swath of its own: the flight whose coordinate system and calibration are known is uploaded once. */
const test = base.extend<{ own: Swath; place: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  own: async ({}, use) => {
    const swath = await Swath.start();
    await use(swath);
    await swath.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  place: async ({}, use) => {
    const place = temporaryFolder("terrain");
    await use(place);
    removeFolder(place);
  },
});

async function lidarUpload(swath: Swath): Promise<ReadyUpload> {
  const path = `/main/flights?pageSize=200`;
  const { body } = await call<Flight[]>(swath, tokenOf(swath, "crew"), path);
  const upload = body
    .find(({ FlightID }) => FlightID === FLIGHT)
    ?.Uploads.find(({ Type }) => Type === "LiDAR");
  if (upload === undefined) throw new Error(`${FLIGHT} has no LiDAR upload`);
  const { _id: uploadId, SensorName: sensorName } = upload;
  return { flightId: FLIGHT, uploadId, uploadType: "LiDAR", sensorName };
}

/** The project's own command, which orders, follows and prints a line for each job. */
async function processFlight(swath: Swath): Promise<{ code: number | null; text: string }> {
  const words = ["tools/run.mjs", "tools/process.ts", FLIGHT, "--qa"];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, ...swath.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, text };
}

test("a flight that was uploaded is processed to its quality report", async ({
  own,
  place,
  browser,
}) => {
  test.setTimeout(LONGEST_MS);
  const upload = await lidarUpload(own);
  const folder = sampleFolder(upload, place, "--terrain", "--seed", "5", "--noise", "0.02");
  const context = await browser.newContext({ baseURL: own.origin });
  const window = await context.newPage();
  await signIn(window, "crew");
  const page = new UploadPage(window);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready();
  await context.close();

  const { code, text } = await processFlight(own);
  expect(text).toMatch(/^GPS\b.*COMPLETED/m);
  expect(text).toMatch(/^MiningAI3\b.*COMPLETED/m);
  expect(text).toMatch(/^DEM1\b.*COMPLETED/m);
  expect(text).toMatch(/^QA1\b.*COMPLETED/m);
  expect(code, text).toBe(0);
});
