import { UPLOAD_TYPES } from "@swath/contract/uploads";
import { readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, test } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { removeFolder, temporaryFolder } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

let place: string;
test.beforeEach(() => {
  place = temporaryFolder("flight");
});
test.afterEach(() => removeFolder(place));

/** The other two have their own tests. */
const OTHERS = UPLOAD_TYPES.filter((type) => type !== "LiDAR" && type !== "TerrainMapperLAZ");

for (const type of OTHERS)
  test(`a ${type} folder arrives byte for byte`, async ({ swath, asUser }) => {
    const upload = await readyUpload(swath, tokenOf(swath, "crew"), type);
    const folder = sampleFolder(upload, place);
    const page = new UploadPage(await asUser("crew", BLANK));
    await page.open(upload);
    await page.choose(folder);
    await page.confirmFindings();
    await page.ready();
    expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  });
