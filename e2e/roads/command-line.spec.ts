import { appendFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FlightRuns } from "@swath/contract/processing";
import { call, tokenOf, uploadOf } from "../api.ts";
import { CommandLine } from "../command-line.ts";
import { arrived } from "../destination.ts";
import { enterCode } from "../device-code.ts";
import { expect } from "../fixtures.ts";
import { folderHashes, sampleFolder } from "../folder.ts";
import { type Swath } from "../swath.ts";
import { verifyReceipt } from "../verify-receipt.ts";
import { FLIGHT_OF, test } from "./road.ts";

/** An engine starts, and programs of some stages run. */
const PROCESSED_MS = 120_000;

/** The status of the trajectory's job that began with the upload. */
async function trajectory(swath: Swath, flightId: string): Promise<string | undefined> {
  const path = `/processing/runs/flights/${flightId}`;
  const { body } = await call<FlightRuns>(swath, tokenOf(swath, "crew"), path);
  return body.flatMap(({ jobs }) => jobs).find(({ name }) => name === "GPS")?.status;
}

test("a folder goes up from a command line with its receipt, is processed, and is reviewed", async ({
  swath,
  page,
  asUser,
  place,
  settings,
}) => {
  const upload = await uploadOf(swath, FLIGHT_OF.commandLine, "LiDAR", "045");
  const folder = sampleFolder(upload, place, "--no-big");
  const of = ["--type", "LiDAR", "--sensor", upload.sensorName, "--server", swath.origin];
  const swathCommand = (...words: string[]) => new CommandLine([...words, ...of], settings);
  const early = swathCommand("upload", folder, "--yes");
  expect(await early.exit, early.output).toBe(4);
  const signIn = new CommandLine(["login", "--server", swath.origin], settings);
  await enterCode(page, signIn, "crew");
  expect(await signIn.exit, signIn.output).toBe(0);
  const command = swathCommand("upload", folder, "--yes");
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
  const compare = swathCommand("compare", folder);
  expect(await compare.exit, compare.output).toBe(0);
  expect(compare.output).toContain("Safe to wipe the drive.");
  appendFileSync(join(folder, "late.txt"), "written after the upload");
  const late = swathCommand("compare", folder);
  expect(await late.exit, late.output).toBe(1);
  expect(late.output).toMatch(/^not in the receipt: .*late\.txt$/m);

  await expect
    .poll(() => trajectory(swath, upload.flightId), { timeout: PROCESSED_MS })
    .toBe("COMPLETED");
  const operator = await asUser("operator", `/ip?FlightID=$any ${upload.flightId}`);
  await operator
    .getByRole("button", { name: /^GPS & EO: Completed/ })
    .first()
    .click();
  await operator.getByRole("menuitem", { name: "Review results", exact: true }).click();
  const review = operator.getByRole("dialog", { name: /^Review of GPS & EO/ });
  await expect(review.getByText(/bounds? (kept|missed)/).first()).toBeVisible();
  await review.getByRole("tab", { name: "Log" }).click();
  await expect(review.getByRole("region", { name: /^Log of / })).toBeVisible();
});
