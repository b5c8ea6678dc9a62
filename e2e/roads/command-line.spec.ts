import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { uploadOf } from "../api.ts";
import { CommandLine } from "../command-line.ts";
import { arrived } from "../destination.ts";
import { enterCode } from "../device-code.ts";
import { expect } from "../fixtures.ts";
import { folderHashes, sampleFolder } from "../folder.ts";
import { removeFolder, temporaryFolder } from "../swath.ts";
import { verifyReceipt } from "../verify-receipt.ts";
import { FLIGHT_OF, road } from "./road.ts";

let place: string;
let settings: string;
road.beforeEach(() => {
  place = temporaryFolder("flight");
  settings = temporaryFolder("settings");
});
road.afterEach(() => {
  removeFolder(place);
  removeFolder(settings);
});

road(
  "a folder goes up from a command line, by a sign-in in a browser, with its receipt",
  async ({ swath, page }) => {
    const upload = await uploadOf(swath, FLIGHT_OF.commandLine, "LiDAR", "045");
    const folder = sampleFolder(upload, place, "--no-big");
    const of = ["--type", "LiDAR", "--sensor", upload.sensorName, "--server", swath.origin];
    const swathCommand = (...words: string[]) => new CommandLine([...words, ...of], settings);
    const command = swathCommand("upload", folder, "--yes");
    await enterCode(page, command, "crew");
    expect(await command.exit, command.output).toBe(0);
    expect(command.output).toContain("The data is ready.");
    expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
    const [kept = ""] = readdirSync(join(settings, "swath"));
    expect(statSync(join(settings, "swath", kept)).mode & 0o777).toBe(0o600);
    const again = swathCommand("upload", folder, "--yes");
    expect(await again.exit, again.output).toBe(6);

    const saved = join(place, "receipt.json");
    const receipt = swathCommand("receipt", folder, "--save", saved);
    expect(await receipt.exit, receipt.output).toBe(0);
    expect(receipt.output).toContain("stand whole in storage");
    const { status, text } = await verifyReceipt(saved, folder, swath.origin);
    expect(status, text).toBe(0);
  },
);
