import { expect, test } from "./fixtures.ts";

test("what is first opened without a network leaves the page as it is, and opens when it is back", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/post");
  await expect(page.getByRole("table", { name: "Flights, latest first" })).toBeVisible();
  let documents = 0;
  page.on("request", (request) => (documents += Number(request.isNavigationRequest())));
  await page.context().setOffline(true);
  const refused = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("support"),
  );
  await page.getByRole("button", { name: "Submit Issue" }).click();
  await refused;
  const notFound = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("processing-routes"),
  );
  await page.getByRole("link", { name: "PROCESSING", exact: true }).click();
  await notFound;
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Flights, latest first" })).toBeVisible();

  await page.context().setOffline(false);
  const dialog = page.getByRole("dialog", { name: "Submit Issue" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Processing", level: 1 })).toBeVisible();
  expect(documents).toBe(0);
});
