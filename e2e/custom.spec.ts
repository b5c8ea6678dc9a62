import type { Processing } from "@swath/contract/processing";
import { call, type Started, tokenOf } from "./api.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";

/** The flights of another file's uploads have data: their orders wait for nothing. */
const test = testAlone();

const LAST_FORMER_VERSION = 3;

async function listed(swath: Started, query: string): Promise<Processing[]> {
  const path = `/processing/processing?pageSize=50&${query}`;
  return (await call<Processing[]>(swath, tokenOf(swath, "crew"), path)).body;
}

async function logWithoutData(swath: Started): Promise<Processing> {
  const logs = await listed(swath, "ProcessingTemplate=$any LiDAR-MiningAI");
  const found = logs.find(
    (log) => log.DocumentMajorVersion > LAST_FORMER_VERSION && log.CustomProcessing === null,
  );
  if (found === undefined) throw new Error("the demonstration has no such log");
  return found;
}

test("custom processing of a flight is looked up, chosen, kept through a reload, and submitted", async ({
  swath,
  asUser,
}) => {
  const log = await logWithoutData(swath);
  const page = await asUser("crew", "/ip");
  await page.getByRole("link", { name: "CUSTOM PROCESSING" }).click();
  await expect(page.getByText("Please enter a Flight ID above")).toBeVisible();
  await page.getByRole("textbox", { name: "Flight ID" }).pressSequentially(log.FlightID.slice(2));
  const row = page.getByRole("radio", { name: `Select ${log.SensorID} ${log.ProjectID}` });
  await row.press(" ");
  const submit = page.getByRole("button", { name: "SUBMIT", exact: true });
  await expect(submit).toBeDisabled();
  await page.getByRole("button", { name: /^Custom GPS/ }).press("Enter");
  await expect(page.getByText("This sensor log has no GPS files.")).toBeVisible();
  await page.getByRole("textbox", { name: "Start time" }).fill("7");
  await page.getByRole("textbox", { name: "End time" }).fill("6");
  await expect(page.getByText("End time must be > Start time")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "End time" })).toHaveValue("6");
  for (const name of ["Start time", "End time"]) await page.getByRole("textbox", { name }).fill("");
  await page.getByRole("button", { name: /^Custom GPS/ }).press("Enter");
  await page.getByRole("radio", { name: "Imagery EO Processing Only" }).check();
  // The demonstration's records have no data: the order would wait for it.
  const preflight = page.getByRole("region", { name: "Preflight of GPS & EO" });
  await expect(preflight.getByRole("img", { name: "Blocking" }).first()).toBeVisible();
  await page.getByRole("checkbox", { name: "Submit nevertheless" }).check();
  await submit.press("Enter");
  await expect(page).toHaveURL(/\/ip$/);
  await expect(page.getByText(/^Custom \d+ of FL\d{6} was submitted$/)).toBeVisible();
  const all = await listed(swath, `FlightID=$any ${log.FlightID}`);
  const custom = all.filter((each) => each.CustomProcessing !== null);
  expect(custom.map((each) => each.ProcessingTemplate)).toContain("LiDAR");
  await page.goto(`/ip?FlightID=$any ${log.FlightID}`);
  for (const { CustomProcessing } of custom)
    await expect(
      page.getByText(`Custom ${CustomProcessing!.counter}`, { exact: true }),
    ).toBeVisible();
});

/** What the demonstration puts into each output. */
const SAMPLE = "SAMPLE-DATA.txt";

const parametersOf = (log: Processing, id: string): string =>
  [id, log.SensorID, log.ProjectID ?? "", log.ProjectAOINo ?? ""].join(",");

/** A log whose trajectory is the demonstration's: others were processed by other tests. */
async function withSample(swath: Started): Promise<Processing> {
  const token = tokenOf(swath, "crew");
  for (const log of await listed(swath, "ProcessingTemplate=$any LiDAR-MiningAI")) {
    if (log.GPSOutputPath === null || log.isArchived) continue;
    const body = JSON.stringify({ parameters: parametersOf(log, log._id), file: `GPS/${SAMPLE}` });
    const headers = { "content-type": "application/json" };
    const asked = { method: "POST", headers, body };
    const { status } = await call(swath, token, "/processing/download_auth", asked);
    if (status === 200) return log;
  }
  throw new Error("the demonstration published no trajectory");
}

test("a link authorises one download, which begins; another's link does not", async ({
  swath,
  asUser,
}) => {
  const log = await withSample(swath);
  const link = (id: string) => `/ip/download_auth/${parametersOf(log, id)}/GPS/${SAMPLE}`;
  const page = await asUser("crew", BLANK);
  const began = page.waitForEvent("download");
  await page.goto(link(log._id));
  await expect(page.getByText(`Download Authorised for: GPS/${SAMPLE}`)).toBeVisible();
  expect((await began).suggestedFilename()).toBe(SAMPLE);
  await page.goto(link("f".repeat(24)));
  await expect(
    page.getByText(
      "Download Authorisation Failed. Please log a support issue per the support icon in the top right.",
    ),
  ).toBeVisible();
});
