import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../../platform/api/api-error.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { processingDocument } from "../testing/documents.ts";
import { linesAddress, linesDialog, REFLIGHT, setUpLines, SPLIT } from "../testing/lines-rig.tsx";

let leave = (): void => undefined;
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

const setUp = async (...given: Parameters<typeof setUpLines>) => {
  await screen.viewport(1_425, 900);
  const rig = await setUpLines(...given);
  leave = rig.leave;
  return rig;
};
const OPEN = { address: { processingId: SPLIT._id, reflight: false } };
const WITH_LIST = { address: { processingId: SPLIT._id, reflight: true } };
const button = (name: string) => screen.getByRole("button", { name, exact: true });
const alert = () => linesDialog().getByRole("alert");
const map = () => linesDialog().getByRole("application");
/** The length of the scale bar, as it says it. */
const scale = (): string =>
  /Scale:\s*([\d,]+ k?m)/.exec(linesDialog().element().textContent)?.[1] ?? "";
const FITTED = /^\d{1,3} k?m$/;

/** The scale of what is loaded: the map goes there at once. */
async function restingScale(): Promise<string> {
  await expect.poll(scale).toMatch(FITTED);
  return scale();
}

const LINES = "Flight lines of SL000001, AOI 2";

test("a flight that is not split says NA; one that is archived does not open its lines", async () => {
  await setUp({ documents: [processingDocument({ _id: "b".repeat(24) })] });
  await expect.element(screen.getByRole("cell", { name: "NA", exact: true })).toBeVisible();
  leave();
  await setUp({ documents: [{ ...SPLIT, isArchived: true }] });
  await expect.element(button("AOI 2")).toBeDisabled();
  await expect.element(screen.getByTitle("The flight is archived")).toBeVisible();
});

test("the button opens the map of the area, of that processing, guests too", async () => {
  const { api, seen } = await setUp({ roles: ["guest"] });
  await button(LINES).click();
  await expect.element(linesDialog()).toHaveAccessibleName("Flight Lines, AOI 2");
  await expect.element(map()).toHaveAccessibleName("Flight lines of SL000001 AOI 2");
  expect(seen).toEqual([{ processingId: SPLIT._id, reflight: false }]);
  const asked = api.calls.find(({ name }) => name === "readFlightLines");
  const { guid, SensorID: sensorId, ProjectID: projectId } = SPLIT;
  expect(asked?.request.body).toEqual({ guid, sensorId, projectId, aoiNum: 2 });
  expect(api.calls.some(({ name }) => name === "readReflight")).toBe(false);
});

test("while lines are loaded the map says so over Australia; then it shows them all", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await setUp(OPEN, { readFlightLines: () => promise });
  await expect.element(map()).toBeVisible();
  await expect.element(linesDialog().getByText("Loading Flight Lines Map...")).toBeVisible();
  // Zoom 4 at 28° south: some 8.6 km a pixel.
  await expect.poll(scale).toBe("1,000 km");
  resolve({ url: linesAddress(), expires: "2026-03-14T07:00:00.000Z" });
  await expect.poll(scale).toMatch(FITTED);
  await expect
    .poll(() => linesDialog().getByText("Loading Flight Lines Map...").elements(), {})
    .toEqual([]);
});

test("what failed is said with its reason, and tried again", async () => {
  const failing = { now: true };
  const message = "no flight lines and no trajectory are published";
  await setUp(OPEN, {
    readFlightLines: () => {
      if (failing.now) throw new ApiError({ status: 404, code: "OBJECT_NOT_FOUND", message });
      return { url: linesAddress(), expires: "" };
    },
  });
  await expect.element(alert().getByText("Load Flight Lines Failed")).toBeVisible();
  await expect.element(alert().getByText(message)).toBeVisible();
  await expectAccessible();
  failing.now = false;
  await button("Try again").click();
  await expect.element(map()).toBeVisible();
});

test.each([
  ["no ZIP", "The file is not a ZIP archive."],
  ["", "The file is empty."],
])("a file that is damaged is a failure with its reason: %j", async (content, reason) => {
  const url = URL.createObjectURL(new Blob([content]));
  await setUp(OPEN, { readFlightLines: () => ({ url, expires: "" }) });
  await expect.element(alert().getByText("Load Flight Lines Failed")).toBeVisible();
  await expect.element(alert().getByText(reason)).toBeVisible();
});

test("an area that no line crosses is no failure", async () => {
  await setUp(OPEN, { readFlightLines: () => ({ url: linesAddress([]), expires: "" }) });
  await expect
    .element(linesDialog().getByText("No flight line crosses this area of interest"))
    .toBeVisible();
});

test("a link to a flight that is not split, or that there is not, says so", async () => {
  await setUp({ ...OPEN, documents: [processingDocument()] });
  await expect.element(linesDialog().getByText("This flight is not split")).toBeVisible();
  leave();
  await setUp(OPEN, {
    readProcessing: () => {
      const message = "there is no processing";
      throw new ApiError({ status: 404, code: "PROCESSING_NOT_FOUND", message });
    },
  });
  await expect.element(alert().getByText("there is no processing")).toBeVisible();
});

test("the map's buttons are named as specified, by keyboard; Escape and Close Map close it", async () => {
  const { seen } = await setUp(OPEN);
  await expect.element(map()).toBeVisible();
  const fitted = await restingScale();
  await expectAccessible();
  for (const name of ["Zoom In", "Zoom Out", "Zoom to Data Extents", "Toggle Base Map"])
    await expect.element(button(name)).toBeEnabled();
  (button("Zoom Out").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.poll(scale).not.toBe(fitted);
  await button("Zoom to Data Extents").click();
  await expect.poll(scale).toBe(fitted);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => linesDialog().elements()).toEqual([]);
  expect(seen).toEqual([undefined]);
  leave();
  await setUp(OPEN);
  await button("Close Map").click();
  await expect.poll(() => linesDialog().elements()).toEqual([]);
});

test("the base maps of the configuration are shown in turn", async () => {
  const asked: string[] = [];
  const original = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src")!;
  vi.spyOn(HTMLImageElement.prototype, "src", "set").mockImplementation(function (
    this: HTMLImageElement,
    address: string,
  ) {
    if (address.startsWith("/no-tiles/")) asked.push(address.split("/")[2]!);
    original.set!.call(this, address);
  });
  await setUp(OPEN);
  await expect.element(map()).toBeVisible();
  await expect.poll(() => [...new Set(asked)]).toEqual(["Streets"]);
  await button("Toggle Base Map").click();
  await expect.poll(() => [...new Set(asked)]).toEqual(["Streets", "Images"]);
});

test("the reflight list has the missed stretches; one is shown on the map by its name", async () => {
  const { seen } = await setUp(OPEN);
  await button("Reflight").click();
  expect(seen).toEqual([{ processingId: SPLIT._id, reflight: true }]);
  const list = screen.getByRole("region", { name: "Reflight list" });
  await expect
    .element(list.getByRole("heading"))
    .toHaveTextContent("Missed: 11.81 km of 26.71 km, on 2 of 3 planned lines");
  const cells = list
    .getByRole("row")
    .elements()
    .map(({ children }) => [...children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ["Line", "Missed (km)", "From–to (km)"],
    ["Line 002", "2.904", "6.000–8.904"],
    ["XS 1 cross-strip", "8.904", "0.000–8.904"],
  ]);
  const fitted = await restingScale();
  await expectAccessible();
  const chosen = list.getByRole("button", { name: "Line 002" });
  (chosen.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(chosen).toHaveAttribute("aria-pressed", "true");
  await expect.poll(scale).not.toBe(fitted);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(list.getByRole("button", { name: "XS 1" })).toHaveFocus();
});

test("a stretch that is chosen stays shown when the flown lines arrive; chosen again, all are", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await setUp(WITH_LIST, { readFlightLines: () => promise });
  const chosen = screen.getByRole("button", { name: "Line 002" });
  await expect.element(chosen).toBeVisible();
  const all = await restingScale();
  await chosen.click();
  await expect.poll(scale).not.toBe(all);
  const stretch = await restingScale();
  resolve({ url: linesAddress(), expires: "2026-03-14T07:00:00.000Z" });
  await expect
    .poll(() => linesDialog().getByText("Loading Flight Lines Map...").elements())
    .toEqual([]);
  expect(await restingScale()).toBe(stretch);
  await chosen.click();
  await expect.poll(scale).toBe(all);
});

test("in a narrow window the list stands below the map", async () => {
  await setUp(WITH_LIST);
  await screen.viewport(600, 900);
  const list = screen.getByRole("region", { name: "Reflight list" });
  await expect.element(list.getByRole("heading")).toBeVisible();
  const [above, below] = [map(), list].map((part) => part.element().getBoundingClientRect());
  expect(below!.top).toBeGreaterThanOrEqual(above!.bottom - 1);
  expect(above!.height).toBeGreaterThan(200);
});

test("the list is downloaded as CSV, and no name in it is a formula", async () => {
  const [, second] = REFLIGHT.lines;
  const lines = [{ ...second!, name: '=cmd|"x"' }];
  await setUp(WITH_LIST, { readReflight: () => ({ ...REFLIGHT, lines }) });
  const blobs: Blob[] = [];
  const original = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return original(blob);
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await button("Download as CSV").click();
  expect(names).toEqual(["SL000001 AOI 2 reflight.csv"]);
  expect((await blobs.at(-1)!.text()).split("\r\n")).toEqual([
    "Line,Cross-strip,Missed (km),From (km),To (km),Line length (km),Start longitude,Start latitude,End longitude,End latitude",
    `"'=cmd|""x""",no,2.904,6.000,8.904,8.904,145.067,-37.001,145.1,-37.001`,
    "",
  ]);
});

test.each([
  [{ plans: [], lines: [] }, "The flight's uploads brought no flight plan of this project."],
  [{ flownBy: null, lines: [] }, "No trajectory is published yet: process GPS first."],
  [{ plans: [], unreadPlans: ["a.kmz"], lines: [] }, "The flight plan cannot be read: a.kmz."],
  [{ lines: [] }, "The flight plan has no lines for this area of interest."],
])("where nothing can be compared it is said why: %j", async (given, text) => {
  await setUp(WITH_LIST, { readReflight: () => ({ ...REFLIGHT, ...given }) });
  await expect.element(linesDialog().getByRole("alert")).toHaveTextContent(text);
  expect(button("Download as CSV").elements()).toEqual([]);
});

test("all was flown: nothing is missed, and there is nothing to download", async () => {
  const lines = REFLIGHT.lines.map((line) => ({ ...line, missed: [] }));
  await setUp(WITH_LIST, { readReflight: () => ({ ...REFLIGHT, lines, linesLeftOut: 3 }) });
  await expect.element(linesDialog().getByText("3 planned lines, nothing missed")).toBeVisible();
  await expect
    .element(linesDialog().getByText("3 more lines of the plan were not compared."))
    .toBeVisible();
  expect(button("Download as CSV").elements()).toEqual([]);
});
