import type { DifferenceRow } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../testing/mount.tsx";
import { DifferenceTable } from "./difference-dialog.tsx";

test("of 100,000 files only the rows in sight exist", async () => {
  const rows = Array.from({ length: 100_000 }, (_, i): DifferenceRow => {
    const path = `FL000123_045/${i}.range`;
    return { path, change: "sameSize", size: 1, storedSize: 1 };
  });
  const unmount = mount(<DifferenceTable rows={rows} />);
  const table = page.getByRole("region", { name: "Files of the update" });
  await expect.element(table.getByText("FL000123_045/0.range", { exact: true })).toBeVisible();
  expect(table.getByRole("row").elements().length).toBeLessThan(60);
  expect(table.element().querySelector("table")?.getAttribute("aria-rowcount")).toBe("100001");
  unmount();
});
