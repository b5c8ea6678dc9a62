import {
  type EntrySort,
  type ExplorerEntry,
  inOrder,
  type ObjectList,
} from "@swath/contract/explorer";
import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { list, renderExplorer, TIME } from "./testing/render-explorer.tsx";

const file = (key: string, size = 1): ExplorerEntry => ({
  key,
  type: "File",
  lastModified: TIME,
  size,
  objectCount: null,
  storageClass: "STANDARD",
});
const folder = (key: string, size: number | null = null): ExplorerEntry => ({
  key,
  type: "Folder",
  lastModified: null,
  size,
  objectCount: size === null ? null : 12,
  storageClass: null,
});
const refusal = (status: number, code: string): ApiError =>
  new ApiError({ status, code, message: "no", details: {}, requestId: "r-1" });

const MANY = Array.from({ length: 650 }, (_, i) => file(`m/${String(i).padStart(4, "0")}.las`, i));

const FOLDERS: Readonly<Record<string, ExplorerEntry[]>> = {
  "": [file("readme.txt"), folder("FL1/", 2_097_152), folder("empty/")],
  "FL1/": [folder("FL1/LiDAR/"), file("FL1/b.las", 5), file("FL1/A.las", 7)],
  "FL1/LiDAR/": [folder("FL1/LiDAR/POS/")],
  "FL1/LiDAR/POS/": [file("FL1/LiDAR/POS/<img src=x onerror=alert(1)>")],
  "odd/": [folder("odd//")],
  "odd//": [file("odd//a.las")],
  "empty/": [],
};

let leave = (): void => undefined;
// Below it a row takes several lines.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

async function open(address: string, options: { roles?: Role[]; fail?: Error } = {}) {
  const requested: string[] = [];
  const more: Partial<ObjectList> = {};
  const state = { fail: options.fail, held: Promise.resolve(), more };
  const api = fakeApi({
    listBuckets: () => [
      { name: "lidar", objectCount: 1_234, size: 2_097_152, inventoryTime: TIME },
      { name: "processing", objectCount: null, size: null, inventoryTime: null },
    ],
    listObjects: async ({ request }) => {
      const query = request.query as Record<string, string>;
      const { prefix = "", sort = "name", nextContinuationToken: token } = query;
      const sorted = (entries: ExplorerEntry[]) => inOrder(entries, sort as EntrySort);
      requested.push(`${prefix} ${token ?? "-"}`);
      await state.held;
      if (state.fail !== undefined) throw state.fail;
      if (prefix !== "m/") return list(sorted(FOLDERS[prefix] ?? []), state.more);
      const start = token === undefined ? 0 : Number(token);
      const next = start + 300 < MANY.length ? String(start + 300) : null;
      return list(sorted(MANY).slice(start, start + 300), {
        nextContinuationToken: next,
        isTruncated: next !== null,
        totalKeyCount: 650,
      });
    },
    searchObjects: ({ request }) => {
      const { text } = request.query as Record<string, string>;
      const found = text === "LiDAR" ? [folder("FL1/LiDAR/", 3), file("FL1/x/LiDAR.txt")] : [];
      return { objectList: found, isTruncated: false, inventoryTime: TIME };
    },
    downloadObject: () => ({ url: "#saved", expires: TIME }),
    downloadZip: () => ({ url: "#saved", expires: TIME, files: 2, bytes: 9 }),
  });
  const explorer = await renderExplorer(api, address, options.roles);
  ({ leave } = explorer);
  return { ...explorer, api, requested, state };
}

const grid = () => screen.getByRole("grid");
/** The cells of a row without its checkbox. */
const cells = (row: Element) =>
  Array.from(row.querySelectorAll("td:not(:has([type=checkbox]))"), (cell) => cell.textContent);
const names = (): string[] =>
  Array.from(document.querySelectorAll("tbody tr"), (row) => cells(row)[0]!);
/** The name of the row that the grid says is active. */
function active(): string {
  const id = document.querySelector("[role=grid]")?.getAttribute("aria-activedescendant");
  const row = document.getElementById(id ?? "");
  return row === null ? "" : (cells(row)[0] ?? "");
}
const walk = (keys: string) => userEvent.keyboard(keys);

test("without a bucket the buckets are shown, with what they hold", async () => {
  const { place } = await open("/explorer");
  await expect.element(screen.getByText("N/A")).toBeVisible();
  await expect.element(screen.getByRole("row", { name: /lidar 1,234 2.00 MB/ })).toBeVisible();
  await expect.element(screen.getByText("Being counted")).toBeVisible();
  await expectAccessible();
  await walk("{ArrowDown}{Enter}");
  await expect.poll(place).toBe("processing/");
});

test("a folder shows folders before files, with the columns as specified", async () => {
  await open("/explorer?bucket=lidar&prefix=FL1/");
  await expect.element(grid()).toBeVisible();
  expect(names()).toEqual(["LiDAR/", "A.las", "b.las"]);
  const heads = Array.from(document.querySelectorAll("th"), (head) => head.textContent);
  // The first column selects.
  expect(heads.splice(0, 1)).toEqual([""]);
  expect(heads).toEqual(["Name", "Type", "Last Modified", "Size", "Storage Class", "Actions"]);
  const [first, second] = document.querySelectorAll("tbody tr");
  expect(cells(first!)).toEqual(["LiDAR/", "Folder", "-", "-", "-", ""]);
  expect(cells(second!).slice(0, 2)).toEqual(["A.las", "File"]);
  expect(cells(second!)[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC[+-]\d\d:\d\d$/);
  expect(cells(second!).slice(3)).toEqual(["7 B", "STANDARD", ""]);
});

test("a folder shows its size and how many objects lie below it", async () => {
  await open("/explorer?bucket=lidar");
  await expect
    .element(screen.getByRole("row", { name: /FL1\/ Folder 12 objects - 2.00 MB/ }))
    .toBeVisible();
  await expect.element(screen.getByText(/^Sizes of folders as of/)).toBeVisible();
  await expectAccessible();
});

test("keys walk rows, enter folders, and lead up to where one was", async () => {
  const { place } = await open("/explorer?bucket=lidar");
  await expect.element(grid()).toHaveFocus();
  expect(names()).toEqual(["empty/", "FL1/", "readme.txt"]);
  expect(active()).toBe("empty/");
  await walk("{ArrowDown}");
  expect(active()).toBe("FL1/");
  await walk("{End}");
  expect(active()).toBe("readme.txt");
  await walk("{Home}{ArrowDown}{Enter}");
  await expect.poll(place).toBe("lidar/FL1/");
  await expect.poll(active).toBe("LiDAR/");
  await walk("{Enter}");
  await expect.poll(active).toBe("POS/");
  await walk("{Backspace}");
  await expect.poll(place).toBe("lidar/FL1/");
  await expect.poll(active).toBe("LiDAR/");
  await walk("{Backspace}");
  await expect.poll(active).toBe("FL1/");
  await walk("{Backspace}");
  await expect.poll(place).toBe("");
  await expect.element(screen.getByRole("row", { name: /processing/ })).toBeVisible();
});

test("typing a name leads to it", async () => {
  await open("/explorer?bucket=lidar&prefix=m/");
  await expect.element(grid()).toHaveFocus();
  // At once, however busy the machine is: a pause would begin another name.
  for (const key of "0123") {
    grid()
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await Promise.resolve();
  }
  await expect.poll(active).toBe("0123.las");
  await expect.element(screen.getByText("0123.las")).toBeInViewport();
});

test("only the rows in sight exist", async () => {
  await open("/explorer?bucket=lidar&prefix=m/");
  await expect.element(grid()).toHaveAttribute("aria-rowcount", "301");
  expect(document.querySelectorAll("tbody tr").length).toBeLessThan(60);
  await walk("{End}");
  expect(active()).toBe("0299.las");
});

test("the next page is fetched by its token once, and pages that are there are not fetched again", async () => {
  const { requested } = await open("/explorer?bucket=lidar&prefix=m/");
  await expect.element(screen.getByText("1–300 of 650")).toBeVisible();
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("301–600 of 650")).toBeVisible();
  await expect.poll(() => names()[0]).toBe("0300.las");
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("601–650 of 650")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
  await screen.getByRole("button", { name: "First page" }).click();
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("301–600 of 650")).toBeVisible();
  expect(requested).toEqual(["m/ -", "m/ 300", "m/ 600"]);
});

test("the page and the order are in the address, which opens them again", async () => {
  const { history } = await open("/explorer?bucket=lidar&prefix=m/&page=2&sort=-size");
  await expect.element(screen.getByText("301–600 of 650")).toBeVisible();
  expect(names()[0]).toBe("0349.las");
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("601–650 of 650")).toBeVisible();
  expect(history.location.search).toContain("page=3");
  history.back();
  await expect.element(screen.getByText("301–600 of 650")).toBeVisible();
  await screen.getByRole("button", { name: "Size" }).click();
  await expect.poll(() => names()[0]).toBe("0000.las");
  expect(history.location.search).toContain("sort=size");
  expect(history.location.search).toContain("page=1");
});

test("a page that a folder does not have leads to the first one", async () => {
  await open("/explorer?bucket=lidar&prefix=m/&page=9");
  await expect.element(screen.getByText("This folder has no page 9")).toBeVisible();
  await screen.getByRole("button", { name: "Go to the first page" }).click();
  await expect.element(screen.getByText("1–300 of 650")).toBeVisible();
});

test("a folder that is too large to be sorted as a whole says so", async () => {
  const { state, go } = await open("/explorer?bucket=lidar&prefix=FL1/");
  await expect.element(grid()).toBeVisible();
  expect(screen.getByText(/each page is sorted on its own/).elements()).toEqual([]);
  state.more = { sortedOver: "page", fromInventory: true };
  go("/explorer?bucket=lidar");
  await expect
    .element(screen.getByText(/^This folder is too large .* each page is sorted on its own\./))
    .toBeVisible();
});

test("a folder without a name is entered like any other", async () => {
  const { place } = await open("/explorer?bucket=lidar&prefix=odd/");
  await expect.element(grid()).toHaveFocus();
  await walk("{Enter}");
  await expect.poll(place).toBe("lidar/odd//");
  await expect.element(screen.getByText("a.las")).toBeVisible();
  await expect
    .element(screen.getByRole("navigation", { name: "Folder" }))
    .toHaveTextContent("lidarodd(no name)/");
  await walk("{Backspace}");
  await expect.poll(place).toBe("lidar/odd/");
});

test("refreshing fetches the folder anew, up to the page that is shown", async () => {
  const { requested } = await open("/explorer?bucket=lidar&prefix=m/");
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("301–600 of 650")).toBeVisible();
  await screen.getByRole("button", { name: "Refresh the page" }).click();
  await expect.poll(() => requested).toEqual(["m/ -", "m/ 300", "m/ -", "m/ 300"]);
  await expect.element(screen.getByText("301–600 of 650")).toBeVisible();
});

test("leaving the explorer clears what it fetched", async () => {
  const { requested, go } = await open("/explorer?bucket=lidar&prefix=FL1/");
  await expect.element(grid()).toBeVisible();
  go("/elsewhere");
  await expect.element(screen.getByText("Elsewhere")).toBeVisible();
  go("/explorer?bucket=lidar&prefix=FL1/");
  await expect.element(grid()).toBeVisible();
  expect(requested).toEqual(["FL1/ -", "FL1/ -"]);
});

test("the address follows, and the browser's back leads back", async () => {
  const { place, history } = await open("/explorer?bucket=lidar");
  await screen.getByRole("link", { name: "FL1/" }).click();
  await expect.poll(place).toBe("lidar/FL1/");
  await screen.getByRole("link", { name: "LiDAR/" }).click();
  await expect.poll(place).toBe("lidar/FL1/LiDAR/");
  await screen.getByRole("link", { name: "POS/" }).click();
  await expect.poll(place).toBe("lidar/FL1/LiDAR/POS/");
  const crumbs = screen.getByRole("navigation", { name: "Folder" });
  await expect.element(crumbs).toHaveTextContent("lidarFL1LiDARPOS/");
  await crumbs.getByRole("link", { name: "LiDAR" }).click();
  await expect.poll(place).toBe("lidar/FL1/LiDAR/");
  history.back();
  await expect.poll(place).toBe("lidar/FL1/LiDAR/POS/");
  await expect.element(screen.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  expect(document.querySelector("img")).toBeNull();
});

test("a column sorts within folders and files, and turns round", async () => {
  await open("/explorer?bucket=lidar&prefix=FL1/");
  await screen.getByRole("button", { name: "Size" }).click();
  await expect.poll(names).toEqual(["LiDAR/", "b.las", "A.las"]);
  await screen.getByRole("button", { name: "Size" }).click();
  await expect.poll(names).toEqual(["LiDAR/", "A.las", "b.las"]);
  await expect
    .element(screen.getByRole("columnheader", { name: "Size" }))
    .toHaveAttribute("aria-sort", "descending");
});

test("waiting, nothing there, a failure and a refusal each have their words", async () => {
  const { state, go } = await open("/explorer?bucket=lidar&prefix=empty/");
  await expect.element(screen.getByText("No objects")).toBeVisible();
  await expect
    .element(screen.getByText("You don't have any objects in this folder."))
    .toBeVisible();
  await expectAccessible();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.held = promise;
  go("/explorer?bucket=lidar&prefix=FL1/");
  await expect.element(screen.getByText("Loading objects...")).toBeVisible();
  resolve();
  await expect.element(grid()).toBeVisible();
  state.fail = refusal(400, "INVALID_REQUEST");
  go("/explorer?bucket=lidar&prefix=FL1/LiDAR/");
  await expect.element(screen.getByText("Failed to load objects")).toBeVisible();
  await expect.element(screen.getByText("Please refresh the page.")).toBeVisible();
  state.fail = refusal(403, "INSUFFICIENT_PRIVILEGES");
  await screen.getByRole("button", { name: "Refresh the page" }).click();
  await expect.element(screen.getByText("lidar is not open to you")).toBeVisible();
  await expectAccessible();
  state.fail = refusal(400, "INVALID_REQUEST");
  await screen.getByRole("button", { name: "Refresh the page" }).click();
  await expect.element(screen.getByText("Failed to load objects")).toBeVisible();
  state.fail = undefined;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(grid()).toBeVisible();
});

test("a search shows what it found with its folder, and Backspace leaves it", async () => {
  const { place } = await open("/explorer?bucket=lidar");
  await screen.getByRole("textbox", { name: "Search below this folder" }).fill("LiDAR");
  await walk("{Enter}");
  await expect.element(screen.getByText(/^2 found\./)).toBeVisible();
  await expectAccessible();
  expect(names()).toEqual(["FL1/LiDAR/", "FL1/x/LiDAR.txt"]);
  await screen.getByRole("button", { name: "More for LiDAR.txt" }).click();
  await screen.getByRole("menuitem", { name: "Open its folder" }).click();
  await expect.poll(place).toBe("lidar/FL1/x/");
});

test("a search that finds nothing says what it looks for", async () => {
  await open("/explorer?bucket=lidar&search=nowhere");
  await expect.element(screen.getByText("No match for nowhere")).toBeVisible();
  await screen.getByRole("button", { name: "Clear the search" }).click();
  await expect.element(screen.getByRole("link", { name: "FL1/" })).toBeVisible();
});

test("the menu of a file copies its S3 link", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open("/explorer?bucket=lidar&prefix=FL1/");
  await expect.element(grid()).toHaveFocus();
  await walk("{End}{Shift>}{F10}{/Shift}");
  await screen.getByRole("menuitem", { name: "Copy S3 link" }).click();
  await expect.element(screen.getByText("s3://lidar/FL1/b.las")).toBeVisible();
  expect(write).toHaveBeenCalledWith("s3://lidar/FL1/b.las");
});

test("a download asks for its object alone", async () => {
  const { api } = await open("/explorer?bucket=lidar&prefix=FL1/");
  await screen.getByRole("button", { name: "Download b.las" }).click();
  await expect
    .poll(() =>
      api.calls.filter(({ name }) => name === "downloadObject").map((c) => c.request.body),
    )
    .toEqual([{ bucket: "lidar", key: "FL1/b.las" }]);
});

test("a folder, or the rows that are selected, are downloaded as one ZIP", async () => {
  const { api } = await open("/explorer?bucket=lidar&prefix=FL1/");
  const zips = () =>
    api.calls.filter(({ name }) => name === "downloadZip").map((c) => c.request.body);
  await screen.getByRole("button", { name: "Download this folder as ZIP" }).click();
  await screen.getByRole("checkbox", { name: "Select all rows" }).click();
  await expectAccessible();
  const selection = screen.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Download as ZIP" }).click();
  const all = names();
  await expect.poll(zips).toEqual([
    { bucket: "lidar", prefix: "FL1/" },
    { bucket: "lidar", prefix: "FL1/", names: expect.arrayContaining(all) as string[] },
  ]);
  await selection.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(selection).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "More for LiDAR" }).click();
  await screen.getByRole("menuitem", { name: "Download as ZIP" }).click();
  await expect.poll(() => zips()[2]).toEqual({ bucket: "lidar", prefix: "FL1/LiDAR/" });
});

test("a guest is offered no download", async () => {
  await open("/explorer?bucket=lidar&prefix=FL1/", { roles: ["guest"] });
  await screen.getByRole("button", { name: "More for b.las" }).click();
  await expect.element(screen.getByRole("menuitem", { name: "Copy S3 link" })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: /Download/ }).elements()).toEqual([]);
  expect(screen.getByRole("checkbox").elements()).toEqual([]);
  expect(screen.getByRole("button", { name: /ZIP/ }).elements()).toEqual([]);
  expect(screen.getByRole("button", { name: "Download b.las" }).elements()).toEqual([]);
});
