import { readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { expect, testOf } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { freePort, Swath } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

/** To a browser, the same server under its number is another host. */
const test = testOf(async () => {
  const port = String(await freePort());
  return Swath.start({
    PORT: port,
    HOST: "127.0.0.1",
    SWATH_SERVICE_TERRAIN_MAPPER: `http://127.0.0.1:${port}/api/terrain-mapper`,
    SWATH_WEB_ORIGINS: `http://localhost:${port}`,
  });
});

test("an upload whose service another host serves arrives byte for byte", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "TerrainMapperLAZ");
  const folder = sampleFolder(upload, place);
  const page = await asUser("crew");
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (pathname.startsWith("/api/terrain-mapper/")) hosts.add(hostname);
  });
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(folder);
  await uploadPage.confirmFindings();
  await uploadPage.ready(120_000);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  expect([...hosts]).toEqual(["127.0.0.1"]);
});
