import { EMPTY_WORK, planReducer } from "@swath/plan/state";
import { expect, onTestFinished, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { clickAt } from "../map/testing/pointer.ts";
import { persistedWork } from "../platform/persisted-work.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { readPlace } from "../map/map-coordinates.ts";
import { WorkKeeper } from "./state/work-storage.ts";
import { persistedAssociations, persistedLayers } from "./testing/persisted-layers.ts";
import { loadedLayer } from "./testing/loaded-layer.ts";
import { linkKmz, oneVertexKmz, planKmz } from "./testing/plan-files.ts";
import {
  addressNow,
  button,
  counts,
  drop,
  layers,
  openPage,
  pick,
  usePlanningPage,
} from "./testing/planning-screen.tsx";
import { SilentWorker } from "./testing/silent-worker.ts";

const HUNTER = planKmz("Hunter.kmz", [151.2, -32.7], 4);
const RIDGE = planKmz("Ridge.kmz", [151.5, -32.7], 3);

usePlanningPage();

const row = (name: string) => screen.getByRole("row", { name: new RegExp(`^Select ${name} `) });

test("a KMZ of the picker is listed as a layer and row by row, by the radio; hidden layers are not", async () => {
  await openPage();
  await counts("0 features, 0 selected");
  await expectAccessible();
  await pick([HUNTER, RIDGE]);
  await counts("11 features, 0 selected");
  await expect.element(layers().first()).toMatchTextContent(/5 lines, 1 area · WGS 84/);
  await screen.getByRole("radio", { name: "AOI's" }).click();
  await counts("2 features, 0 selected");
  await screen.getByRole("radio", { name: "Flight Lines" }).click();
  await counts("9 features, 0 selected");
  expect(addressNow().filter).toBe("lines");
  await screen.getByRole("checkbox", { name: "Show Ridge.kmz" }).click();
  await counts("5 features, 0 selected");
  await button("Remove Hunter.kmz").click();
  await expect.element(screen.getByText("No geometry of this kind is shown.")).toBeVisible();
});

test("a drop is added or replaces, as is answered once for all its files; clearing all asks too", async () => {
  await openPage();
  drop([HUNTER]);
  await counts("6 features, 0 selected");
  drop([RIDGE, planKmz("Third.kmz", [150, -32], 1)]);
  const dialog = screen.getByRole("dialog", { name: "Add or replace geometry?" });
  await expect.element(dialog).toMatchTextContent(/Add 2 files to it/);
  await expectAccessible();
  await button("Cancel").click();
  await expect.element(dialog).not.toBeInTheDocument();
  await counts("6 features, 0 selected");
  drop([RIDGE]);
  await button("Add").click();
  await counts("11 features, 0 selected");
  await expect.element(dialog).not.toBeInTheDocument();
  drop([RIDGE]);
  await button("Replace").click();
  await counts("5 features, 0 selected");
  await button("Undo").click();
  await counts("11 features, 0 selected");
  await button("Clear all loaded files").click();
  await button("Cancel").click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await counts("11 features, 0 selected");
  await button("Clear all loaded files").click();
  await button("Clear all").last().click();
  await counts("0 features, 0 selected");
});

test("files that fail are listed with their reason, the others are loaded, and no link is followed", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  await openPage();
  drop([
    { name: "sites.geojson", bytes: new TextEncoder().encode("{}") },
    { name: "broken.kmz", bytes: HUNTER.bytes.subarray(0, 300) },
    linkKmz("linked.kmz", "https://plans.example/more.kml"),
    HUNTER,
  ]);
  await expect.element(screen.getByText("2 files were not loaded")).toBeVisible();
  await expect.element(screen.getByText("sites.geojson: only shp and kmz files")).toBeVisible();
  await expect.element(screen.getByText(/^broken\.kmz: /)).toBeVisible();
  await expect.element(screen.getByText("1 network link is not followed")).toBeVisible();
  await expect.element(screen.getByText("https://plans.example/more.kml")).toBeVisible();
  await expectAccessible();
  await counts("7 features, 0 selected");
  expect(JSON.stringify(fetched.mock.calls.map(([to]) => to))).not.toContain("plans.example");
  fetched.mockRestore();
  await button("Close").click();
  await expect.element(screen.getByText("2 files were not loaded")).not.toBeInTheDocument();
});

test("what of a file is not drawn as it stands is listed with its place in the file", async () => {
  await openPage();
  await pick([oneVertexKmz("odd.kmz")]);
  await counts("1 feature, 0 selected");
  await expect.element(screen.getByText("Not drawn exactly as in the file")).toBeVisible();
  await expect
    .element(
      screen.getByText(
        "odd.kmz: placemark 2 (L2), line 1 of the KML: a line of one vertex: left out",
      ),
    )
    .toBeVisible();
});

test("cross-strips are found, shown, corrected in the table, and undone", async () => {
  await openPage();
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
  await button("Auto cross-strip determination").click();
  await expect.element(screen.getByText("1 cross-strip found")).toBeVisible();
  await expect.element(row("Tie")).toMatchTextContent(/Yes/);
  await screen.getByRole("checkbox", { name: "Select Hunter 1" }).click();
  await button("Mark as cross-strips").click();
  await expect.element(row("Hunter 1")).toMatchTextContent(/Yes/);
  await screen.getByRole("checkbox", { name: "Select Hunter 1" }).click();
  await screen.getByRole("checkbox", { name: "Select Tie" }).click();
  await button("Unmark as cross-strips").click();
  await expect.element(row("Tie")).not.toMatchTextContent(/Yes/);
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(row("Tie")).toMatchTextContent(/Yes/);
});

test("by keyboard alone a range of rows is selected, associated, undone and done again", async () => {
  await openPage([], { instruction: "PRJ10006 Lower Reach" });
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
  (screen.getByRole("grid").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{ArrowDown}{Shift>} {/Shift}");
  await counts("6 features, 3 selected");
  const associate = button("Associate Selected Project with Geometry");
  await expect.element(associate).toBeEnabled();
  (associate.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(row("Hunter 3")).toMatchTextContent(/PRJ10006 Lower Reach/);
  await expect.element(screen.getByText(/^3\slines · 6\d\.\d\skm · /)).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(row("Hunter 3")).not.toMatchTextContent(/Lower Reach/);
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await expect.element(row("Hunter 3")).toMatchTextContent(/PRJ10006 Lower Reach/);
  await screen.getByRole("checkbox", { name: "Select Hunter 2" }).click();
  await button("Remove association of selected geometry").click();
  await expect.element(row("Hunter 2")).not.toMatchTextContent(/Lower Reach/);
});

test("'Assign to All' gives an instruction all that is shown, and the rest keeps what it has", async () => {
  await openPage();
  await pick([HUNTER]);
  await screen.getByRole("radio", { name: "Flight Lines" }).click();
  await counts("5 features, 0 selected");
  await button("Assign to All: PRJ10006 Upper Reach").click();
  await expect.element(row("Hunter 4")).toMatchTextContent(/Upper Reach/);
  await screen.getByRole("radio", { name: "All", exact: true }).click();
  await expect.element(row("AOI 1")).not.toMatchTextContent(/Upper Reach/);
});

test("an instruction with geometry stays listed, first, while the search finds others", async () => {
  await openPage();
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
  const entries = screen.getByRole("button", { name: /^Assign to All: / });
  const names = () => entries.elements().map((entry) => entry.getAttribute("aria-label"));
  // By project and site, whatever order they come in.
  await expect
    .poll(names)
    .toEqual(["Assign to All: PRJ10006 Lower Reach", "Assign to All: PRJ10006 Upper Reach"]);
  await button("Assign to All: PRJ10006 Upper Reach").click();
  await expect.element(row("Hunter 4")).toMatchTextContent(/Upper Reach/);
  await screen.getByRole("textbox", { name: "Find a project ID or site" }).fill("Lower");
  await expect
    .poll(names)
    .toEqual(["Assign to All: PRJ10006 Upper Reach", "Assign to All: PRJ10006 Lower Reach"]);
});

test("a click on a line of the map selects it, and its row is active and in sight", async () => {
  await openPage([], { filter: "lines" });
  await pick([planKmz("Many.kmz", [150, -32], 41)]);
  await counts("42 features, 0 selected");
  // A press would stop the map on its way to what is loaded.
  await expect.poll(() => readPlace(addressNow().at)?.zoom).toBeGreaterThan(8);
  const { width, height } = screen.getByRole("application").element().getBoundingClientRect();
  // The middle one of 41 runs through the middle of what is loaded, and the tie line across it.
  await clickAt([width * 0.47, height / 2]);
  await counts("42 features, 1 selected");
  const chosen = row("Many 21");
  await expect.element(chosen).toBeInViewport();
  expect(chosen.element().getAttribute("data-active")).toBe("true");
  await expect.element(chosen.getByRole("checkbox")).toBeChecked();
});

test("a guest loads geometry, and has no instructions: they are not asked for", async () => {
  const { api } = await openPage(["guest"]);
  await expect.element(screen.getByText(/Instructions are not shown to guests/)).toBeVisible();
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
  expect(api.calls).toEqual([]);
});

test("saving is disabled and says why; exports are offered only where they are set", async () => {
  await openPage();
  await expect.element(button("Save")).toBeDisabled();
  await button("Save").hover({ force: true });
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent(/Saving is not available/);
  await expect.element(button("Export")).not.toBeInTheDocument();
});

test("the work is back when the page is opened anew, says so, and can be discarded", async () => {
  const { close } = await openPage([], { instruction: "PRJ10006 Lower Reach" });
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
  await button("Assign to All: PRJ10006 Upper Reach").click();
  await expect.element(row("Hunter 1")).toMatchTextContent(/Upper Reach/);
  await expect.poll(persistedAssociations).toBeGreaterThan(0);
  close();
  const again = await openPage();
  await expect.element(screen.getByText(/are restored\.$/)).toBeVisible();
  await expect.element(row("Hunter 1")).toMatchTextContent(/Upper Reach/);
  await button("Discard it").click();
  await counts("0 features, 0 selected");
  await expect.poll(async () => (await persistedLayers()).length).toBe(0);
  again.close();
  await openPage();
  await counts("0 features, 0 selected");
  await expect.element(screen.getByText(/are restored/)).not.toBeInTheDocument();
});

test("another person's work is not shown, and not theirs any more to read", async () => {
  const others = new WorkKeeper(persistedWork("bea"));
  const event = { type: "add", layers: [await loadedLayer(2)] } as const;
  await others.keep(planReducer(EMPTY_WORK, event));
  expect(await others.read()).toBeDefined();
  await openPage();
  await counts("0 features, 0 selected");
  await expect.element(screen.getByText(/are restored/)).not.toBeInTheDocument();
});

test("in a second tab the page says that it keeps nothing", async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  void navigator.locks.request("swath-plan:crew", () => held);
  await openPage();
  await expect.element(screen.getByText(/open in another tab/)).toBeVisible();
  letGo();
});

/** The browser's locks answer once they are let. */
function lateLocks(): () => void {
  const request = navigator.locks.request.bind(navigator.locks) as (
    ...words: unknown[]
  ) => Promise<unknown>;
  const late = Promise.withResolvers<void>();
  const slow = vi
    .spyOn(navigator.locks, "request")
    .mockImplementation(async (...words: unknown[]) => {
      await late.promise;
      return request(...words);
    });
  onTestFinished(() => {
    slow.mockRestore();
    vi.useRealTimers();
  });
  return late.resolve;
}

test("a browser that is slow to say that no other tab has the work keeps it", async () => {
  const answer = lateLocks();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const opening = openPage();
  await expect.element(button("Load geometry")).toBeDisabled();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  answer();
  await opening;
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
  await expect
    .poll(async () => (await persistedWork("crew").readAll("plan")).size)
    .toBeGreaterThan(0);
  await expect.element(screen.getByText(/open in another tab/)).not.toBeInTheDocument();
});

test("files that are given before the page is ready, or during a load, are loaded in turn", async () => {
  const answer = lateLocks();
  const opening = openPage();
  await expect.element(button("Load geometry")).toBeDisabled();
  await pick([HUNTER]);
  drop([planKmz("Ridge.kmz", [151.6, -32.7], 2)]);
  answer();
  await button("Add").click();
  await opening;
  await counts("10 features, 0 selected");
});

test("in a window of 390 px names of geometry are whole", async () => {
  await openPage();
  await screen.viewport(390, 844);
  await pick([planKmz("PRJ10001 Hunter.kmz", [151.2, -32.7], 10)]);
  const named = screen.getByTitle("PRJ10001 Hunter 1", { exact: true });
  await expect.element(named).toBeVisible();
  const name = named.element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

test("what takes over a second says so, and is cancelled without a trace", async () => {
  await openPage();
  const { Worker: real } = globalThis;
  onTestFinished(() => {
    globalThis.Worker = real;
  });
  globalThis.Worker = SilentWorker as unknown as typeof Worker;
  drop([planKmz("Large.kmz", [151.2, -32.7], 4)]);
  await expect
    .element(screen.getByRole("progressbar", { name: "Loading Large.kmz" }))
    .toBeVisible();
  await expectAccessible();
  await button("Cancel").click();
  await expect.element(screen.getByRole("progressbar")).not.toBeInTheDocument();
  expect(SilentWorker.ended).toBeGreaterThan(0);
  await counts("0 features, 0 selected");
  globalThis.Worker = real;
  await pick([HUNTER]);
  await counts("6 features, 0 selected");
});
