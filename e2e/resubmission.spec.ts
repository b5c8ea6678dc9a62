import type { Page } from "@playwright/test";
import type { Preflight, Processing } from "@swath/contract/processing";
import { call, tokenOf } from "./api.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import type { Swath } from "./swath.ts";

/** What fails here no other test has resubmitted, ignored or given its data. */
const test = testAlone();

/** A flight of which the GPS job failed and whose data is not here. */
async function failedFlight(swath: Swath, token: string): Promise<string> {
  const list = "/processing/processing?pageSize=200&Status=$any FAILED";
  const { body } = await call<Processing[]>(swath, token, list);
  for (const { _id, FlightID, GPSProcStatus: status } of body) {
    if (status !== "FAILED") continue;
    const path = `/processing/processing/${_id}/GPS/preflight`;
    const { body: preflight } = await call<Preflight>(swath, token, path);
    if (preflight.Lines.some(({ Level: level }) => level === "blocking")) return FlightID;
  }
  throw new Error("every flight whose GPS failed has its data");
}

async function openResubmission(page: Page, flightId: string): Promise<void> {
  await page.goto(`/ip?FlightID=$any ${flightId}`);
  await page.getByRole("button", { name: "GPS & EO: Failed" }).first().click();
  await page.getByRole("menuitem", { name: /^Resubmit / }).click();
  await expect(page.getByRole("region", { name: "What is overwritten" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Preflight" })).toBeVisible();
}

test("a resubmission says what it overwrites and finds, and is of the state that was confirmed", async ({
  swath,
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  const token = tokenOf(swath, "leader");
  const flightId = await failedFlight(swath, token);
  await openResubmission(page, flightId);
  const dialog = page.getByRole("dialog", { name: "Resubmit Job" });
  // The demonstration's records have no data: the order would wait for it.
  const resubmit = dialog.getByRole("button", { name: "Resubmit" });
  await expect(dialog.getByRole("img", { name: "Blocking" }).first()).toBeVisible();
  await expect(resubmit).toBeDisabled();

  const list = `/processing/processing?FlightID=$any ${flightId}`;
  const { body } = await call<Processing[]>(swath, token, list);
  const { _id: process_id } = body.find(({ GPSProcStatus: status }) => status === "FAILED")!;
  const marked = await call(swath, token, "/orchestration/ignore", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ Ignore: true, process_id, cluster_name: "GPS" }),
  });
  expect(marked.status).toBe(200);

  const tick = dialog.getByRole("checkbox", { name: "Submit nevertheless" });
  await tick.check();
  await resubmit.click();
  await expect(dialog.getByRole("alert")).toHaveText(/Someone has changed this record meanwhile/);
  await expect(dialog.getByRole("cell", { name: "Ignored" })).toBeVisible();
  // What was ticked was said of the record as it was.
  await expect(resubmit).toBeDisabled();
  await expect(tick).toBeEnabled();
  await tick.press(" ");
  await resubmit.press("Enter");
  await expect(dialog).toBeHidden();
  const after = await call<Processing>(swath, token, `/processing/processing/${process_id}`);
  expect(after.body.GPSProcStatus).toBe("QUEUED");
});
