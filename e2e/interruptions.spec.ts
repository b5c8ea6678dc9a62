import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call, readyUpload, type ReadyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, signIn, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { Swath } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

async function completed(swath: Swath, upload: ReadyUpload): Promise<number> {
  const path = `/main/flights/${upload.flightId}/upload_progress/${upload.uploadId}`;
  const { body } = await call<{ completed_file_size?: number }>(
    swath,
    tokenOf(swath, "crew"),
    path,
  );
  return body.completed_file_size ?? 0;
}

async function until(condition: () => Promise<boolean>, seconds: number): Promise<void> {
  for (let tries = 0; tries < seconds * 20; tries++) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not seen within ${seconds} s`);
}

/** Kills the embedded PostgreSQL with all its processes. */
function killPostgres(swath: Swath): void {
  const [pid] = readFileSync(join(swath.data, "postgres/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}

test("a link that loses every third post delays an upload and no more", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--no-big");
  const crew = await asUser("crew", BLANK);
  await slowLink(crew, 20_000_000);
  let posts = 0;
  await crew.route("**/store/**", async (route) =>
    ++posts % 3 === 0 ? route.abort("connectionreset") : route.continue(),
  );
  const page = new UploadPage(crew);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await until(async () => (await completed(swath, upload)) > 0, 60);
  await page.ready(120_000);
  expect(posts).toBeGreaterThan(3);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});

test("PostgreSQL and the server killed in mid-upload, and the worker in mid-rebuild, lose nothing", async ({
  browser,
  place,
}) => {
  const swath = await Swath.start();
  try {
    const token = tokenOf(swath, "crew");
    const upload = await readyUpload(swath, token, "LiDAR", /Galaxy/);
    const folder = sampleFolder(upload, place, "--big");
    const page = await (await browser.newContext({ baseURL: swath.origin })).newPage();
    await signIn(page, "crew");
    await slowLink(page, 30_000_000);
    const uploadPage = new UploadPage(page);
    await uploadPage.open(upload);
    await uploadPage.choose(folder);
    await uploadPage.confirmFindings();
    await until(async () => (await completed(swath, upload)) > 0, 60);
    killPostgres(swath);
    await until(async () => (await completed(swath, upload)) > 0, 60);
    await swath.kill();
    await swath.start();
    const path = `/main/flights/${upload.flightId}/upload/${upload.uploadId}/status`;
    await until(async () => {
      const { body } = await call<{ status: string }>(swath, token, path);
      return ["UPLOAD_COMPLETE", "VALIDATING_UPLOAD", "DATA_READY"].includes(body.status);
    }, 120);
    await swath.kill();
    await swath.start();
    await uploadPage.ready(120_000);
    expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  } finally {
    await swath.stop();
  }
});
