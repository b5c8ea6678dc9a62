import type { Role } from "@swath/contract/identity";
import type { BulkOutcome, BulkRow, Processing } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { expectUncovered } from "../../ui/testing/covered.ts";
import { ProcessingPage } from "../processing-page.tsx";
import { KEY, previewOf } from "../testing/bulk-preview.ts";
import { processingDocument } from "../testing/documents.ts";

let leave = (): void => undefined;
beforeEach(async () => {
  await screen.viewport(1_425, 900);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const idOf = (n: number): string => String(n).padStart(24, "0");
const documents = (from: number, count: number): Processing[] =>
  Array.from({ length: count }, (_, at) =>
    processingDocument({
      _id: idOf(from + at),
      SensorID: `SL${String(from + at).padStart(6, "0")}`,
      ProjectID: null,
    }),
  );
const job = (n: number) => ({
  processingId: idOf(n),
  job: "PI1_MineIP1",
  label: "PI1",
  flightId: "FL000123",
  sensorId: `SL${String(n).padStart(6, "0")}`,
  projectId: null,
});
const row = (n: number, more: Partial<BulkRow> = {}): BulkRow => ({
  ...job(n),
  code: null,
  reason: null,
  updated: "2026-03-14T07:00:00.000Z",
  reversible: false,
  ...more,
});
const outcomeOf = (rows: readonly BulkRow[], more: Partial<BulkOutcome> = {}): BulkOutcome => ({
  key: KEY,
  action: "markIgnored",
  done: rows.filter(({ code }) => code === null).length,
  added: 0,
  repeated: false,
  rows: [...rows],
  ...more,
});

/** The dashboard of 23 processings, its first page of ten. */
async function setUp(answers: FakeAnswers = {}, roles: readonly Role[] = ["resubmit"]) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listProcessings: ({ request }) => {
      const { page } = request.query as { page: number };
      return { items: documents(page * 10 - 9, 10), total: 23 };
    },
    ...answers,
  });
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  const drawn = (page: number, filters = {}): void =>
    rendered.draw(
      <ProcessingPage
        page={page}
        onPage={(to) => drawn(to)}
        filters={filters}
        onFilters={() => undefined}
      />,
    );
  drawn(1);
  if (!roles.includes("guest")) await expect.element(box(1)).toBeVisible();
  return { api, draw: drawn };
}
const box = (n: number) =>
  screen.getByRole("checkbox", { name: `Select SL${String(n).padStart(6, "0")}` });
const bar = () => screen.getByRole("region", { name: "Selected processings" });
const bodies = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request.body);
async function choose(jobLabel: string, action: string): Promise<void> {
  await userEvent.selectOptions(bar().getByRole("combobox", { name: "Job" }), jobLabel);
  await bar().getByRole("button", { name: "Action" }).click();
  // Of how many jobs it may be done to follows the name.
  const entries = screen.getByRole("menuitem");
  await expect.element(entries.first()).toBeVisible();
  const at = entries
    .elements()
    .findIndex((entry) => entry.querySelector("span")?.textContent === action);
  await entries.nth(at).click();
}
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const target = (n: number) => ({
  processingId: idOf(n),
  job: "PI1_MineIP1",
  updated: "2026-03-14T06:10:00.000Z",
});

test("rows of several pages are acted on as they were seen, once the preview is confirmed", async () => {
  const { api, draw } = await setUp({
    previewBulk: () => previewOf(),
    actInBulk: () => outcomeOf([row(2), row(11)]),
  });
  await box(2).click();
  draw(2);
  await box(11).click();
  await expect.element(bar().getByText("2 selected")).toBeVisible();
  await expectAccessible();
  await choose("PI1", "Mark as Ignore Processing");
  const dialog = screen.getByRole("dialog", {
    name: "Mark as Ignore Processing: PI1 of 2 processings",
  });
  await expect.element(dialog.getByText("Eligible 2, not 0")).toBeVisible();
  const asked = dialog.getByText(/Are you sure you want to update this status\?/);
  await expect.element(asked).toBeVisible();
  expect(bodies(api, "actInBulk")).toEqual([]);
  await dialog.getByRole("textbox", { name: "Why: Mark as Ignore Processing" }).fill("flown again");
  await dialog.getByRole("button", { name: "Confirm (2)" }).click();
  const on = { targets: [target(2), target(11)] };
  const done = screen.getByText("Mark as Ignore Processing: done for 2 jobs");
  await expect.element(done).toBeVisible();
  expect(bodies(api, "previewBulk")).toEqual([{ action: "markIgnored", on }]);
  expect(bodies(api, "actInBulk")).toEqual([
    { key: KEY, action: "markIgnored", on, reason: "flown again" },
  ]);
  await expect.element(bar()).not.toBeInTheDocument();
  expect(button("Undo").elements()).toEqual([]);
});

test("the message of what was done covers no control of the bar of the next selection", async () => {
  await setUp({ previewBulk: () => previewOf(), actInBulk: () => outcomeOf([row(2)]) });
  await box(2).click();
  await choose("PI1", "Mark as Ignore Processing");
  await button(/^Confirm/).click();
  await box(3).click();
  await expectUncovered(() => bar().element());
});

test("all that the filters find is acted on by the filters, not by the rows of the page", async () => {
  const { api } = await setUp({
    previewBulk: () => previewOf({ eligible: 23 }),
    actInBulk: () => outcomeOf([row(1)]),
  });
  await screen.getByRole("checkbox", { name: "Select all rows of this page" }).click();
  await expect.element(bar().getByText("10 selected")).toBeVisible();
  await button("Select all 23 that the filters find").click();
  await expect.element(bar().getByText("All 23 selected")).toBeVisible();
  await choose("Every job", "Mark as Superseded");
  await button("Confirm (23)").click();
  await vi.waitFor(() => expect(bodies(api, "actInBulk")).toHaveLength(1));
  expect(bodies(api, "actInBulk")).toMatchObject([
    { on: { list: "processing", filters: {}, job: null } },
  ]);
});

test("job-pages/P5 with all selected a change of one row leaves the others of the page", async () => {
  await setUp();
  await box(1).click();
  await button("Select all 23 that the filters find").click();
  await box(3).click();
  await expect.element(bar().getByText("9 selected")).toBeVisible();
  await expect.element(box(3)).not.toBeChecked();
});

test("job-pages/P4 other filters drop the selection, and say so", async () => {
  const { draw } = await setUp();
  await box(2).click();
  draw(1, { SensorID: "$any SL000001" });
  await expect.element(screen.getByText("Other filters: the selection was dropped")).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();
});

test("with Shift all rows up to the one toggled last are selected, by mouse and by keyboard", async () => {
  await setUp();
  await box(2).click();
  await box(5).click({ modifiers: ["Shift"] });
  await expect.element(bar().getByText("4 selected")).toBeVisible();
  (box(8).element() as HTMLElement).focus();
  await userEvent.keyboard("{Shift>} {/Shift}");
  await expect.element(bar().getByText("7 selected")).toBeVisible();
  await box(2).click();
  await box(8).click({ modifiers: ["Shift"] });
  await expect.element(bar()).not.toBeInTheDocument();
});

test("a preview says why others are left, with examples that lead to their records", async () => {
  await setUp({
    previewBulk: () =>
      previewOf({
        eligible: 1,
        overwritten: 3,
        refused: [
          {
            reason: "A job of this processing is queued or running",
            count: 3,
            examples: [job(4), job(5)],
          },
        ],
      }),
  });
  await box(4).click();
  await choose("PI1", "Resubmit Job");
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText("Eligible 1, not 3")).toBeVisible();
  await expect
    .element(dialog.getByRole("listitem").filter({ hasText: /^3: A job of this processing/ }))
    .toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: "SL000004 FL000123 PI1" }))
    .toHaveAttribute("href", expect.stringContaining("SL000004"));
  await expect.element(dialog.getByText(/3 jobs after them run again/)).toBeVisible();
  await expect.element(dialog.getByText(/will be OVERWRITTEN/)).toBeVisible();
  await expectAccessible();
});

test("where nothing may be done there is nothing to confirm", async () => {
  await setUp({
    previewBulk: () =>
      previewOf({ eligible: 0, refused: [{ reason: "not so", count: 2, examples: [] }] }),
  });
  await box(1).click();
  await choose("LMS", "Mark as Superseded");
  await expect.element(button("Confirm")).toBeDisabled();
});

test("QA with errors takes both texts", async () => {
  const { api } = await setUp({
    previewBulk: () => previewOf(),
    actInBulk: () => outcomeOf([row(1)]),
  });
  await box(1).click();
  await choose("PI1", "Mark as QA Completed (with errors)");
  await screen.getByRole("textbox", { name: "Issue Description" }).fill("gap");
  await expect.element(button("UPDATE (2)")).toBeDisabled();
  await expectAccessible();
  await screen.getByRole("textbox", { name: "Issue Resolution" }).fill("flown again");
  await button("UPDATE (2)").click();
  await vi.waitFor(() =>
    expect(bodies(api, "actInBulk")).toMatchObject([
      { qa: { issue: "gap", resolution: "flown again" } },
    ]),
  );
});

test("what was not done is said by reason, and copied as text", async () => {
  const changed = {
    code: "RECORD_CHANGED",
    reason: "It changed meanwhile",
    updated: null,
  } as const;
  await setUp({
    previewBulk: () => previewOf(),
    actInBulk: () => outcomeOf([row(1), row(2, changed)], { added: 2 }),
  });
  await box(1).click();
  await choose("PI1", "Mark as Ignore Processing");
  await button("Confirm (2)").click();
  await expect.element(screen.getByText("Done 1, not 1")).toBeVisible();
  await expect
    .element(screen.getByRole("listitem").filter({ hasText: /^1: It changed meanwhile/ }))
    .toBeVisible();
  await expect
    .element(screen.getByText("2 jobs found since the preview: left as they are."))
    .toBeVisible();
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await button("Copy as text").click();
  expect(write.mock.calls[0]?.[0].split("\n")).toEqual([
    "Mark as Ignore Processing: PI1 of 1 processing",
    "Done 1, not 1, 2 jobs found since and left",
    "SL000001 FL000123 PI1: done",
    "SL000002 FL000123 PI1: It changed meanwhile",
  ]);
});

test("superseded jobs are utilised again by Undo: those that were done, as they were left", async () => {
  const done = row(1, { reversible: true });
  const { api } = await setUp({
    previewBulk: () => previewOf(),
    actInBulk: ({ request }) =>
      (request.body as { action: string }).action === "markSuperseded"
        ? outcomeOf([done], { action: "markSuperseded" })
        : outcomeOf([row(1)], { action: "markUtilised" }),
  });
  await box(1).click();
  await choose("PI1", "Mark as Superseded");
  await button("Confirm (2)").click();
  await button("Undo").click();
  await vi.waitFor(() => expect(bodies(api, "actInBulk")).toHaveLength(2));
  expect(bodies(api, "actInBulk")[1]).toMatchObject({
    action: "markUtilised",
    undoes: [outcomeOf([done]).key],
    on: {
      targets: [{ processingId: idOf(1), job: "PI1_MineIP1", updated: "2026-03-14T07:00:00.000Z" }],
    },
  });
  // In place of the message that the pointer still lies on, which stays for as long.
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Undone for 1 job");
  expect(button("Undo").elements()).toEqual([]);
});

test("a call whose answer was lost is sent again with its key", async () => {
  let lost = true;
  const { api } = await setUp({
    previewBulk: () => previewOf(),
    actInBulk: () => {
      if (!lost) return outcomeOf([row(1)]);
      lost = false;
      throw new Error("Connection lost");
    },
  });
  await box(1).click();
  await choose("PI1", "Mark as Ignore Processing");
  await button("Confirm (2)").click();
  await expect.element(screen.getByText("Connection lost")).toBeVisible();
  await button("Confirm (2)").click();
  await vi.waitFor(() => expect(bodies(api, "actInBulk")).toHaveLength(2));
  const [first, second] = bodies(api, "actInBulk");
  expect(second).toEqual(first);
});

/** The rows whose jobs wait. */
const waiting = () =>
  [...document.querySelectorAll("[aria-label='PI1: Waiting']")].map((each) =>
    each.closest("tr")?.textContent?.slice(0, 8),
  );

test("rows wait from the call on until the next poll", async () => {
  const { promise, resolve } = Promise.withResolvers<BulkOutcome>();
  await setUp({ previewBulk: () => previewOf(), actInBulk: () => promise });
  await box(1).click();
  await choose("PI1", "Mark as Ignore Processing");
  await button("Confirm (2)").click();
  await vi.waitFor(() => expect(waiting()).toEqual(["SL000001"]));
  resolve(outcomeOf([row(1)]));
  await vi.waitFor(() => expect(waiting()).toEqual([]));
});

test("filters that find too many say how many an action takes", async () => {
  const wide = new ApiError({
    status: 400,
    code: "SEARCH_TOO_WIDE",
    message: "too wide",
    details: { found: 10_001, limit: 5_000 },
    requestId: undefined,
  });
  await setUp({ previewBulk: () => Promise.reject(wide) });
  await box(1).click();
  await choose("PI1", "Mark as Ignore Processing");
  await expect
    .element(
      screen.getByText(
        "The filters find more than 10,000 processings; one action takes up to 5,000. Narrow the filters.",
      ),
    )
    .toBeVisible();
});

test("the actions' menu says to how many of the selected jobs each may be done", async () => {
  await setUp();
  await box(1).click();
  await expect.element(bar().getByRole("button", { name: "Action" })).toBeDisabled();
  await userEvent.selectOptions(bar().getByRole("combobox", { name: "Job" }), "PI1");
  await bar().getByRole("button", { name: "Action" }).click();
  const entries = screen.getByRole("menuitem").elements();
  expect(
    entries.map((entry) => [...entry.querySelectorAll("span, p")].map((each) => each.textContent)),
  ).toEqual([
    ["Resubmit Job", "1 of 1"],
    ["Mark as QA Completed", "1 of 1"],
    ["Mark as QA Completed (with errors)", "1 of 1"],
    ["Mark as Manually Processed", "1 of 1"],
    ["Mark as Ignore Processing", "1 of 1"],
    ["Mark as Completed", "0 of 1"],
    ["Mark as Superseded", "1 of 1"],
    ["Mark as Utilised", "0 of 1"],
    ["Cancel Job", "0 of 1"],
  ]);
});

test("guests select nothing", async () => {
  await setUp({}, ["guest"]);
  await expect.element(screen.getByRole("row", { name: /SL000001/ })).toBeVisible();
  expect(screen.getByRole("checkbox").elements()).toEqual([]);
});
