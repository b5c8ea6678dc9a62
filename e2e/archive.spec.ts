import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import type { Flight } from "@swath/contract/flights";
import { call, readyUpload, type ReadyUpload, tokenOf } from "./api.ts";
import { browseArchive } from "./browse-archive.ts";
import { BLANK, expect, test } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";
import { ROOT, type Swath } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

/** Runs the server's own command, as its operator does. */
async function command(swath: Swath, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, ...swath.env };
  const child = execFile(process.execPath, ["apps/server/src/main.ts", ...words], {
    cwd: ROOT,
    env,
  });
  const [out, errors] = [text(child.stdout!), text(child.stderr!)];
  const [code] = (await once(child, "close")) as [number];
  return { code, said: (await out) + (await errors) };
}

async function uploaded(swath: Swath, page: Page, folder: string): Promise<ReadyUpload> {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const form = new UploadPage(page);
  await form.open(upload);
  await form.choose(sampleFolder(upload, folder));
  await form.confirmFindings();
  await form.ready();
  return upload;
}

const bucket = (swath: Swath): string => join(swath.data, "objects", "swath-archive");

test("a flight is archived by command, and its archive opens once it is found whole", async ({
  swath,
  asUser,
  place,
}) => {
  const page = await asUser("crew", BLANK);
  const { flightId } = await uploaded(swath, page, place);
  const { code, said } = await command(swath, "archive", flightId);
  expect(said).toMatch(
    new RegExp(`Archived: \\d+ objects, \\d+ bytes, s3://swath-archive/${flightId}/LiDAR/`),
  );
  expect(code).toBe(0);
  const token = tokenOf(swath, "crew");
  const flight = (await call<Flight>(swath, token, `/main/flights/${flightId}`)).body;
  expect(flight.archiveS3PathLiDAR).toBe(`s3://swath-archive/${flightId}/LiDAR/`);

  const seen = Promise.withResolvers<void>();
  await page.route("**/archive_validation*", async (route) => {
    await seen.promise;
    await route.continue();
  });
  const opening = page.context().waitForEvent("page");
  await browseArchive(page, flightId);
  await expect(page.getByText("Validating archived files...")).toBeVisible();
  seen.resolve();
  const explorer = await opening;
  await expect(page.getByText("Archive validation succeed")).toBeVisible();
  await expect(explorer).toHaveURL(
    `${swath.origin}/explorer?bucket=swath-archive&prefix=${encodeURIComponent(`${flightId}/LiDAR/`)}`,
  );
  expect(await explorer.evaluate(() => window.opener === null)).toBe(true);
  await expect(page.getByText("Archive validation succeed")).toBeHidden();
  await explorer.close();

  await page.unroute("**/archive_validation*");
  const data = join(bucket(swath), flightId, "LiDAR/LiDAR");
  rmSync(join(data, readdirSync(data)[0]!, `${flightId}.pdf`));
  await browseArchive(page, flightId);
  await expect(page.getByText("Archive validation failed")).toBeVisible();
  await expect.poll(() => page.context().pages().length).toBe(1);

  renameSync(bucket(swath), `${bucket(swath)}-away`);
  symlinkSync(`${bucket(swath)}-away`, bucket(swath));
  await browseArchive(page, flightId);
  await expect(page.getByText("Failed to validate archived files")).toBeVisible();
  await expect.poll(() => page.context().pages().length).toBe(1);
  rmSync(bucket(swath));
  renameSync(`${bucket(swath)}-away`, bucket(swath));
});

test("the command says why a flight is not archived", async ({ swath }) => {
  const { body } = await call<Flight[]>(
    swath,
    tokenOf(swath, "crew"),
    "/main/flights?pageSize=200",
  );
  // Other tests upload to the same server: a flight of which nobody has begun anything.
  const untouched = body.find(
    ({ DocumentMajorVersion, Uploads }) =>
      DocumentMajorVersion > 3 && Uploads.every(({ Status }) => Status === "READY_FOR_UPLOAD"),
  )!;
  expect(await command(swath, "archive", untouched.FlightID)).toEqual({
    code: 1,
    said: `Not archived: no data of ${untouched.FlightID} is ready to be archived.\n`,
  });
  expect((await command(swath, "archive", "FL12")).code).toBe(2);
});
