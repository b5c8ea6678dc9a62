import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { readyUpload, tokenOf } from "./api.ts";
import { expect, test } from "./fixtures.ts";

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`no page has an axe violation, ${colorScheme}`, async ({ swath, asUser }) => {
    const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR");
    const page = await asUser("leader");
    await page.emulateMedia({ colorScheme });
    const pages: [address: string, landmark: RegExp][] = [
      ["/post", /FL\d{6}/],
      [`/post/${upload.flightId}`, /data can only be uploaded once for that sensor/],
      [`/post/${upload.flightId}/check`, /Nothing is uploaded by validating/],
      [`/post/${upload.flightId}/history`, /History of flight/],
      [`/post/${upload.flightId}/uploads/${upload.uploadId}`, /Upload Flight Folder/],
      ["/nothing-here", /There is no page at this address/],
    ];
    for (const [address, landmark] of pages) {
      await page.goto(address);
      await expect(page.getByText(landmark).first()).toBeVisible();
      expect.soft(await violations(page), address).toEqual([]);
    }
  });

test("the sign-in pages have no axe violation", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in with Microsoft" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in with Microsoft" }).click();
  await expect(page.getByRole("textbox")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
