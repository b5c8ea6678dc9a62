import { UPLOAD_TYPES } from "@swath/contract/uploads";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readyUpload, tokenOf } from "./api.ts";
import { CommandLine } from "./command-line.ts";
import { arrived } from "./destination.ts";
import { enterCode } from "./device-code.ts";
import { expect, test } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";

/** The other two have their own tests. */
const OTHERS = UPLOAD_TYPES.filter((type) => type !== "LiDAR" && type !== "TerrainMapperLAZ");

test("folders of all types arrive byte for byte", async ({ swath, page, place, settings }) => {
  const login = new CommandLine(["login", "--server", swath.origin], settings);
  await enterCode(page, login, "crew");
  expect(await login.exit, login.output).toBe(0);
  for (const type of OTHERS) {
    const upload = await readyUpload(swath, tokenOf(swath, "crew"), type);
    const own = join(place, type);
    mkdirSync(own);
    const folder = sampleFolder(upload, own);
    const of = ["--type", type, "--sensor", upload.sensorName, "--server", swath.origin];
    const command = new CommandLine(["upload", folder, ...of, "--yes"], settings);
    expect(await command.exit, command.output).toBe(0);
    expect(await arrived(swath, upload), type).toEqual(await folderHashes(folder));
  }
});
