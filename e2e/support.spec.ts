import { expect, test } from "./fixtures.ts";

test("a crew member submits an issue with a file, by keyboard, and gets its key", async ({
  asUser,
}) => {
  const page = await asUser("crew");
  await page.getByRole("button", { name: "Submit Issue" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Submit Issue" });
  await expect(dialog.getByRole("textbox", { name: "Summary" })).toBeFocused();
  await page.keyboard.type("The link breaks off");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Every ten minutes.");
  await dialog.locator("[type=file]").setInputFiles([
    { name: "log.txt", mimeType: "text/plain", buffer: Buffer.from("line 1") },
    { name: "second.txt", mimeType: "text/plain", buffer: Buffer.from("line 2") },
  ]);
  await expect(dialog.getByText("log.txt")).toBeVisible();
  await expect(dialog.getByText("second.txt")).toHaveCount(0);
  const form = page.waitForRequest((request) => request.url().endsWith("/api/main/support"));
  await dialog.getByRole("button", { name: "Submit" }).click();
  expect((await form).headers()["content-type"]).toContain("multipart/form-data");
  await expect(
    page.getByText(/^Your issue is successfully lodged\. Issue reference code SUP-\d+$/),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("a guest and a processing-only user may ask for support too", async ({ asUser }) => {
  for (const account of ["guest", "processing"]) {
    const page = await asUser(account);
    await page.getByRole("button", { name: "Submit Issue" }).click();
    const dialog = page.getByRole("dialog", { name: "Submit Issue" });
    await dialog.getByRole("textbox", { name: "Summary" }).fill("Question");
    await dialog.getByRole("textbox", { name: "Description" }).fill("How do I see flights?");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText(/Issue reference code SUP-\d+/)).toBeVisible();
  }
});
