import type { Preflight, Processing, ResubmitImpact } from "@swath/contract/processing";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { ProcessingPage } from "../processing-page.tsx";
import { processingDocument, stageDocument } from "../testing/documents.ts";
import { impactOf, lineOf, preflightOf } from "../testing/resubmission.ts";

let leave = (): void => undefined;
afterEach(() => leave());

const failure = (status: number, code: string, message: string) =>
  new ApiError({ status, code, message, details: {}, requestId: undefined });

interface Answers {
  readonly impact?: () => ResubmitImpact | Promise<ResubmitImpact>;
  readonly preflight?: () => Preflight | Promise<Preflight>;
  readonly more?: FakeAnswers;
}

/** The dashboard with the dialog open above a completed stage. */
async function openDialog(given: Answers, document: Processing = processingDocument()) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3", requireReason: false }),
    listProcessings: () => ({ items: [document], total: 1 }),
    readResubmitImpact: given.impact ?? (() => impactOf()),
    readPreflight: given.preflight ?? (() => preflightOf()),
    resubmitJob: () => document,
    resubmitStage: () => document,
    orderJob: () => ({}),
    ...given.more,
  });
  const rendered = await renderPage(api, ["resubmit"]);
  leave = rendered.leave;
  rendered.draw(
    <ProcessingPage page={1} onPage={() => undefined} filters={{}} onFilters={() => undefined} />,
  );
  await screen.getByRole("button", { name: /^PI1: / }).click();
  await screen.getByRole("menuitem", { name: /^Resubmit / }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  return { api, dialog, resubmit: dialog.getByRole("button", { name: "Resubmit" }) };
}

const requests = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request);
const radio = (name: string) => screen.getByRole("radio", { name });
const cell = {
  Name: "cell",
  Declared: {
    type: "number",
    label: "Side of a cell",
    unit: "m",
    default: 1,
    least: 0.1,
    most: 10,
  },
  Last: 2,
} as const;

test("the dialog says what is overwritten, how long that took, what is kept, and what it finds", async () => {
  await screen.viewport(1_280, 900);
  const { dialog, resubmit } = await openDialog({});
  await expect.element(dialog).toHaveAccessibleName("Resubmit Cluster PI1 Job");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "Are you sure you want reprocess this data? The existing data (including downstream processing results) will be OVERWRITTEN",
    );
  await expect
    .element(
      dialog.getByRole("heading", { name: "2 jobs overwritten, 11 min 05 s of processing in all" }),
    )
    .toBeVisible();
  const rows = dialog.getByRole("row").elements();
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Job", "Status", "QA user", "Last run took"],
    ["PI1", "Completed", "Hana Brook", "10 min"],
    ["ICP1", "Completed", "–", "1 min 05 s"],
  ]);
  await expect.element(dialog.getByText("Kept: GPS & EO, LMS")).toBeVisible();
  await expect.element(dialog.getByRole("img", { name: "In order" })).toBeVisible();
  await expect
    .element(dialog.getByText("A run of all files takes about 12 min, from 12 earlier runs"))
    .toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await expect.element(resubmit).toBeEnabled();
  expect(dialog.getByRole("checkbox").elements()).toEqual([]);
  await expectAccessible();
});

test("a job of the first area is resubmitted by the other dialog of the specification", async () => {
  const former = processingDocument({ DocumentMajorVersion: 3 });
  const { dialog, api, resubmit } = await openDialog(
    { preflight: () => preflightOf({ Parameters: [cell] }) },
    former,
  );
  await expect.element(dialog).toHaveAccessibleName("Resubmit Cluster PI1 Job");
  await expect.element(resubmit).toBeEnabled();
  // Documents up to version 3 take no parameters.
  expect(dialog.getByRole("textbox").elements()).toEqual([]);
  await resubmit.click();
  await vi.waitFor(() => expect(requests(api, "resubmitStage")).toHaveLength(1));
});

test("until both are looked up nothing is sent, and Escape is no", async () => {
  const { promise, resolve } = Promise.withResolvers<ResubmitImpact>();
  const { dialog, resubmit, api } = await openDialog({ impact: () => promise });
  await expect.element(dialog.getByText("Looking up what is overwritten...")).toBeVisible();
  await expect.element(resubmit).toBeDisabled();
  resolve(impactOf({ Overwritten: [], Kept: [], Seconds: 0 }));
  await expect.element(dialog.getByText(/^Nothing is overwritten/)).toBeVisible();
  await expect.element(resubmit).toBeEnabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests(api, "resubmitJob")).toEqual([]);
});

test("job-pages/P6 what was changed meanwhile is refused; the new impact is shown and confirmed then", async () => {
  const later = "2026-03-14T09:00:00.000Z";
  const impacts = [impactOf(), impactOf({ Kept: ["GPS & EO"], Updated: later })];
  let sent = 0;
  const { dialog, resubmit, api } = await openDialog({
    impact: () => impacts[sent]!,
    preflight: () => preflightOf(),
    more: {
      resubmitJob: () => {
        sent += 1;
        if (sent === 1) throw failure(409, "RECORD_CHANGED", "changed");
        return processingDocument();
      },
    },
  });
  await resubmit.click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent(
      "Someone has changed this record meanwhile; this is what would be overwritten now.",
    );
  await expect.element(dialog.getByText("Kept: GPS & EO", { exact: true })).toBeVisible();
  sent = 1;
  await resubmit.click();
  await vi.waitFor(() =>
    expect(requests(api, "resubmitJob").map(({ query }) => query)).toEqual([
      { updated: "2026-03-14T06:10:00.000Z" },
      { updated: later },
    ]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
});

test("job-pages/P7 what blocks needs a tick of its own, by keyboard too", async () => {
  const blocking = lineOf({
    Check: "coordinates",
    Level: "blocking",
    Text: "No coordinate system: the project names none",
    Advice: "Name one for the project.",
  });
  const { dialog, resubmit, api } = await openDialog({
    preflight: () => preflightOf({ Lines: [lineOf(), blocking] }),
  });
  await expect.element(dialog.getByRole("img", { name: "Blocking" })).toBeVisible();
  await expect.element(dialog.getByText("Name one for the project.")).toBeVisible();
  await expect.element(resubmit).toBeDisabled();
  await userEvent.tab({ shift: true });
  await expect.element(dialog.getByRole("checkbox", { name: "Submit nevertheless" })).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.element(resubmit).toBeEnabled();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(resubmit).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(requests(api, "resubmitJob")).toHaveLength(1));
});

test("job-pages/P7 what the server would end at once, or refuses, is not sent", async () => {
  const impossible = lineOf({ Check: "program", Level: "impossible", Text: "No stage file PI1" });
  const first = await openDialog({ preflight: () => preflightOf({ Lines: [impossible] }) });
  await expect.element(first.dialog.getByText("No stage file PI1")).toBeVisible();
  await expect.element(first.resubmit).toBeDisabled();
  expect(first.dialog.getByRole("checkbox").elements()).toEqual([]);
  leave();
  const second = await openDialog({
    impact: () => impactOf({ Refusal: "The template is locked" }),
  });
  await expect
    .element(second.dialog.getByRole("alert"))
    .toHaveTextContent("The template is locked");
  await expect.element(second.resubmit).toBeDisabled();
});

test("job-pages/P8 without the impact nothing is sent; without the preflight, by the tick", async () => {
  let fails = true;
  const refused = failure(500, "INTERNAL", "The server failed.");
  const { dialog, resubmit } = await openDialog({
    impact: () => (fails ? Promise.reject(refused) : impactOf()),
    preflight: () => Promise.reject(refused),
  });
  await expect
    .element(dialog.getByText("What is overwritten could not be looked up: The server failed."))
    .toBeVisible();
  await expect
    .element(dialog.getByText("What it would find could not be looked up: The server failed."))
    .toBeVisible();
  await expect.element(resubmit).toBeDisabled();
  fails = false;
  await dialog.getByRole("button", { name: "Try again" }).first().click();
  await expect.element(dialog.getByText("Kept: GPS & EO, LMS")).toBeVisible();
  await expect.element(resubmit).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Submit nevertheless" }).click();
  await expect.element(resubmit).toBeEnabled();
});

test("parameters open with the last attempt's, within their bounds, and are sent as an order", async () => {
  const { dialog, resubmit, api } = await openDialog({
    preflight: () => preflightOf({ Parameters: [cell] }),
  });
  const field = dialog.getByRole("textbox", { name: "Side of a cell (m)" });
  await expect.element(field).toHaveValue("2");
  await expect
    .element(field)
    .toHaveAccessibleDescription("Default 1, last attempt 2, at least 0.1, at most 10");
  await field.fill("11");
  await expect.element(field).toHaveAccessibleDescription("The value must be at most 10");
  await expect.element(resubmit).toBeDisabled();
  await field.fill("0,5");
  await resubmit.click();
  await vi.waitFor(() =>
    expect(requests(api, "orderJob")).toEqual([
      {
        params: { processingId: "a".repeat(24), job: "PI1_MineIP1" },
        query: { updated: "2026-03-14T06:10:00.000Z" },
        body: { params: { cell: 0.5 } },
      },
    ]),
  );
});

test("by the defaults it is the specified call", async () => {
  const { dialog, resubmit, api } = await openDialog({
    preflight: () => preflightOf({ Parameters: [cell] }),
  });
  const defaults = dialog.getByRole("button", { name: "Use defaults" });
  await defaults.click();
  await expect.element(dialog.getByRole("textbox")).toHaveValue("1");
  await expect.element(defaults).toBeDisabled();
  await resubmit.click();
  await vi.waitFor(() => expect(requests(api, "resubmitJob")).toHaveLength(1));
  expect(requests(api, "orderJob")).toEqual([]);
});

test("only the failed files run again; the others' outputs and parameters are carried over", async () => {
  const FailedTasks = { Attempt: 3, Names: ["b.laz", "d.laz"], Failed: 2, Kept: 17, Refusal: null };
  const failed = processingDocument({
    ClusterProcessing: [stageDocument({ Status: "FAILED", FailedJobCount: 2 })],
  });
  const { dialog, resubmit, api } = await openDialog(
    { preflight: () => preflightOf({ FailedTasks, Parameters: [cell] }) },
    failed,
  );
  await expect.element(radio("All files")).toBeChecked();
  await expect
    .element(dialog.getByText("In attempt 3, 17 tasks succeeded; all run again."))
    .toBeVisible();
  await radio("Only the 2 that failed").click();
  await expect
    .element(
      dialog.getByText(
        "The outputs of 17 tasks of attempt 3 are carried over, made by its parameters.",
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByRole("region", { name: "Files that run again" })).toBeVisible();
  await expect.element(dialog.getByRole("textbox")).toBeDisabled();
  await resubmit.click();
  await vi.waitFor(() =>
    expect(requests(api, "orderJob").map(({ body }) => body)).toEqual([
      { params: {}, onlyTasks: ["b.laz", "d.laz"] },
    ]),
  );
});

test("the failed files cannot run alone where the others' outputs are of other inputs", async () => {
  const Refusal = "Its inputs are others than in attempt 3";
  const FailedTasks = { Attempt: 3, Names: ["b.laz"], Failed: 1, Kept: 17, Refusal };
  const { dialog } = await openDialog({ preflight: () => preflightOf({ FailedTasks }) });
  await expect.element(radio("Only the 1 that failed")).toBeDisabled();
  await expect.element(dialog.getByText(Refusal)).toBeVisible();
});
