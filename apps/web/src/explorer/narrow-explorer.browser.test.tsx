import type { ExplorerEntry } from "@swath/contract/explorer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { list, renderExplorer, TIME } from "./testing/render-explorer.tsx";

const FILE: ExplorerEntry = {
  key: "FL1/A_name_that_is_longer_than_a_phone_is_wide_and_has_no_place_to_break.las",
  type: "File",
  lastModified: TIME,
  size: 7,
  objectCount: null,
  storageClass: "STANDARD",
};

let leave = (): void => undefined;
beforeEach(() => screen.viewport(360, 740));
afterEach(() => leave());

test("on a phone a row says in two lines what it is, and its menu is in reach", async () => {
  const api = fakeApi({ listObjects: () => list([FILE]) });
  ({ leave } = await renderExplorer(api, "/explorer?bucket=lidar&prefix=FL1/"));
  const grid = screen.getByRole("grid");
  await expect.element(grid).toBeVisible();
  const frame = grid.element().parentElement!;
  expect(frame.scrollWidth).toBe(frame.clientWidth);
  await expect.element(screen.getByText("7 B")).toBeVisible();
  const menu = screen.getByRole("button", { name: /^More for A_name/ });
  await expect.element(menu).toBeVisible();
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
  // The head is left for what sorts.
  await expect.element(screen.getByRole("button", { name: "Name" })).toBeVisible();
  await expectAccessible();
});
