import { call, readyUpload, tokenOf, type ReadyUpload } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import type { Swath } from "./swath.ts";

const statusOf = ({ flightId, uploadId }: ReadyUpload, status: string): string =>
  `/main/flights/${flightId}/upload/${uploadId}/status?status=${status}&fingerprint=e2e-browser`;

async function live(swath: Swath): Promise<ReadyUpload> {
  const crew = tokenOf(swath, "crew");
  const upload = await readyUpload(swath, crew, "LiDAR");
  const begun = await call(swath, crew, statusOf(upload, "VALIDATING_SOURCE"), { method: "PUT" });
  expect(begun.status).toBe(200);
  const other = tokenOf(swath, "crew2");
  const taken = await call(swath, other, statusOf(upload, "VALIDATING_SOURCE"), { method: "PUT" });
  expect(taken.status).toBe(403);
  const leader = tokenOf(swath, "leader");
  const reset = await call(swath, leader, statusOf(upload, "READY_FOR_UPLOAD"), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reason: "Another drive" }),
  });
  expect(reset.status).toBe(200);
  return upload;
}

test("a leader reads from the flight page who did what to it, and who was refused", async ({
  swath,
  asUser,
}) => {
  const { flightId } = await live(swath);
  const page = await asUser("leader", `/post/${flightId}`);
  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(new RegExp(`/post/${flightId}/history$`));
  const table = page.getByRole("table", { name: `History of flight ${flightId}` });
  const row = (text: RegExp) => table.getByRole("row").filter({ hasText: text });
  // The newest comes first; below may be what other tests did to the flight.
  const newest = table.getByRole("rowgroup").last().getByRole("row");
  await expect(newest.nth(0)).toContainText(
    /Lena Leader.*Reset the LiDAR upload.*Reason: Another drive/,
  );
  await expect(newest.nth(1)).toContainText(/Robin Reyes.*the upload is another user’s/);
  await expect(newest.nth(2)).toContainText(
    /Casey Crew.*from Ready for Upload to Validating Source/,
  );
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: "Refused calls" }).click();
  await expect(page).toHaveURL(/kind=refusal/);
  await expect(row(/Lena Leader/)).toHaveCount(0);
  await expect(row(/Robin Reyes/)).not.toHaveCount(0);
});
