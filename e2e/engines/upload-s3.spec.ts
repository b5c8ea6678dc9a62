import { expect, test } from "@playwright/test";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";
import { call, readyUpload, type ReadyUpload, tokenOf } from "../api.ts";
import { browseArchive } from "../browse-archive.ts";
import { arrivedIn } from "../destination.ts";
import { signIn } from "../fixtures.ts";
import { folderHashes, sampleFolder } from "../folder.ts";
import { removeFolder, temporaryFolder } from "../swath.ts";
import { UploadPage } from "../upload-page.ts";
import { Cluster } from "./cluster.ts";
import { openEngineStore } from "./engine-store.ts";

let cluster: Cluster;
let store: ObjectStore;
let place: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  cluster = await Cluster.start();
  store = await openEngineStore([cluster.origin]);
});
test.afterAll(async () => cluster?.stop());
test.beforeEach(() => {
  place = temporaryFolder("flight");
});
test.afterEach(() => removeFolder(place));

/** As the API reports it; a request may be lost with a server that is killed. */
async function status(upload: ReadyUpload): Promise<string> {
  const path = `/main/flights/${upload.flightId}/upload/${upload.uploadId}/status`;
  try {
    return (await call<{ status: string }>(cluster, tokenOf(cluster, "crew"), path)).body.status;
  } catch (error) {
    return String(error);
  }
}

test("a LiDAR folder arrives byte for byte in S3, over two servers and a worker apart", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const upload = await readyUpload(cluster, tokenOf(cluster, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const page = await browser.newPage({ baseURL: cluster.origin });
  await signIn(page, "crew");
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(folder);
  await uploadPage.confirmFindings();
  await cluster.replaceServer();
  await expect
    .poll(() => status(upload), { timeout: 180_000 })
    .toMatch(/COMPLETE|VALIDATING|READY/);
  await cluster.killWorker();
  cluster.startWorker();
  await uploadPage.ready(120_000);
  expect(await arrivedIn(store, upload)).toEqual(await folderHashes(folder));
});

test("a Terrain Mapper folder is joined in S3 without passing through a server", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const upload = await readyUpload(cluster, tokenOf(cluster, "crew"), "TerrainMapperLAZ");
  const folder = sampleFolder(upload, place);
  const page = await browser.newPage({ baseURL: cluster.origin });
  await signIn(page, "crew");
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(folder);
  await uploadPage.confirmFindings();
  await uploadPage.ready();
  expect(await arrivedIn(store, upload)).toEqual(await folderHashes(folder));
});

test("a flight in S3 is archived, found whole, and walked by its archive's own address", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const upload = await readyUpload(cluster, tokenOf(cluster, "crew"), "LiDAR", /ALTM/);
  const { flightId } = upload;
  const page = await browser.newPage({ baseURL: cluster.origin });
  await signIn(page, "crew");
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(sampleFolder(upload, place, "--no-big"));
  await uploadPage.confirmFindings();
  await uploadPage.ready();
  const order = `/main/flights/${flightId}/archive`;
  const ordered = await call(cluster, tokenOf(cluster, "leader"), order, { method: "POST" });
  expect(ordered.status).toBe(200);
  await expect.poll(() => status(upload), { timeout: 120_000 }).toBe("ARCHIVED");
  const opening = page.context().waitForEvent("page");
  await browseArchive(page, flightId);
  const explorer = await opening;
  await expect(page.getByText("Archive validation succeed")).toBeVisible();
  await expect(explorer).toHaveURL(
    `${cluster.origin}/explorer?bucket=swath-archive&prefix=${encodeURIComponent(`${flightId}/LiDAR/`)}`,
  );
  await expect(explorer.getByRole("row", { name: /\bLiDAR\// })).toBeVisible();
});
