import { UPLOAD_TYPES } from "@swath/contract/uploads";
import { readyUpload, tokenOf } from "./api.ts";
import { CommandLine } from "./command-line.ts";
import { arrived } from "./destination.ts";
import { enterCode } from "./device-code.ts";
import { expect, test as base } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { removeFolder, temporaryFolder } from "./swath.ts";

/** The settings of a command line that is signed in. */
const test = base.extend<object, { signedIn: string }>({
  signedIn: [
    async ({ swath, browser }, use) => {
      const settings = temporaryFolder("settings");
      const page = await browser.newPage();
      const login = new CommandLine(["login", "--server", swath.origin], settings);
      await enterCode(page, login, "crew");
      expect(await login.exit, login.output).toBe(0);
      await page.close();
      await use(settings);
      removeFolder(settings);
    },
    { scope: "worker" },
  ],
});

/** The other two have their own tests. */
const OTHERS = UPLOAD_TYPES.filter((type) => type !== "LiDAR" && type !== "TerrainMapperLAZ");

for (const type of OTHERS)
  test(`a folder of ${type} arrives byte for byte`, async ({ swath, signedIn, place }) => {
    const upload = await readyUpload(swath, tokenOf(swath, "crew"), type);
    const folder = sampleFolder(upload, place);
    const of = ["--type", type, "--sensor", upload.sensorName, "--server", swath.origin];
    const command = new CommandLine(["upload", folder, ...of, "--yes"], signedIn);
    expect(await command.exit, command.output).toBe(0);
    expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  });
