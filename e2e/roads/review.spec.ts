import { expect } from "../fixtures.ts";
import { test } from "./road.ts";

const PENDING = `/ip?Status=${encodeURIComponent("$any QA_PENDING")}`;

test("what awaits QA is reviewed panel by panel, and completed by keys, one after the other", async ({
  asUser,
}) => {
  const page = await asUser("operator", PENDING);
  await page
    .getByRole("button", { name: /^QA1 Quality: Completed/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Review results", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Review of Quality/ });
  await expect(dialog.getByRole("img", { name: /^Tiles .* none misses a bound$/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Density" }).click();
  await expect(dialog.getByRole("img", { name: /^Density, attempt 2/ })).toBeVisible();
  for (const [name, landmark] of [
    ["Attempts", dialog.getByRole("slider")],
    ["Files", dialog.getByText("SAMPLE-DATA.txt")],
    ["Log", dialog.getByText(/DEMONSTRATION: nothing ran/)],
    ["Timeline", dialog.getByRole("switch", { name: "All jobs of this processing" })],
    ["Results", dialog.getByRole("button", { name: "Relief" })],
  ] as const) {
    await dialog.getByRole("tab", { name }).click();
    await expect(landmark).toBeVisible();
  }
  const link = page.url();
  expect(link).toMatch(/review=[0-9a-f]{24}\.QA1/);
  await page.goBack();
  await page.goto(link);

  const heading = page.getByRole("dialog").getByRole("heading").first();
  const awaiting = page.getByRole("dialog").getByText(/^\d+ of \d+ awaiting QA$/);
  const first = await heading.textContent();
  const place = Number.parseInt(await awaiting.innerText(), 10);
  await page.keyboard.press("a");
  const dialogOfStatus = page.getByRole("dialog", { name: "Update Status" });
  await expect(
    dialogOfStatus.getByText("Are you sure you want to update this status?"),
  ).toBeVisible();
  const confirm = dialogOfStatus.getByRole("button", { name: "Confirm" });
  await expect(confirm).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(awaiting).toHaveText(new RegExp(`^${place + 1} of `));
  await expect(heading).not.toHaveText(first!);
  await page.keyboard.press("k");
  await expect(heading).toHaveText(first!);
  const judged = page.getByRole("dialog").getByText("QA completed", { exact: true });
  await expect(judged).toBeVisible();
  // It is taken back, and completed once more.
  await page.keyboard.press("u");
  await expect(judged).toBeHidden();
  await expect(page.getByRole("dialog").getByText("Completed, QA pending")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Alt+q");
  await expect(page.getByRole("dialog", { name: /^Review of/ })).toBeVisible();
});
