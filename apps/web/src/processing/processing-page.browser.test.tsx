import type { Role } from "@swath/contract/identity";
import type { ClusterProcessing, Processing } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../data/testing/render-page.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { ProcessingPage } from "./processing-page.tsx";
import { processingDocument, stageDocument } from "./testing/documents.ts";
import { impactOf, preflightOf } from "./testing/resubmission.ts";

const POLL_MS = 30_000;
const STATUSES = [
  "QUEUED",
  "RUNNING",
  "FAILED",
  "IGNORE",
  "COMPLETED_WITH_ERRORS",
  "UNAVAILABLE",
  "QA_COMPLETED",
  "CANCELLED",
] as const;

let leave = (): void => undefined;
beforeEach(async () => {
  await screen.viewport(1_425, 900);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

/** The dashboard over documents that a test may change, as somebody of these roles sees it. */
async function setUp(
  documents: readonly Processing[],
  roles: readonly Role[] = ["resubmit"],
  answers: FakeAnswers = {},
) {
  const server = { documents };
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listProcessings: () => ({ items: server.documents, total: server.documents.length }),
    ...answers,
  });
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  rendered.draw(
    <ProcessingPage page={1} onPage={() => undefined} filters={{}} onFilters={() => undefined} />,
  );
  return { server, api };
}

const cell = (name: string) => screen.getByRole("button", { name, exact: true });
const entries = () =>
  screen
    .getByRole("menuitem")
    .elements()
    .map((item) => item.querySelector("span")?.textContent);
const callsOf = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request);

test("a processing is shown under the columns of document 3, which fit 1,425 px", async () => {
  await setUp([processingDocument()]);
  await expect.element(cell("PI1: Completed, QA pending")).toBeVisible();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    "",
    "Sensor ID / Flight ID / Project ID",
    "Aircraft / Sensor",
    "Survey Date (UTC)",
    "Project Name / Client Name",
    "Flight Lines",
    "Calib. Params.",
    "Processing Template",
    "GPS & EO",
    "LMS",
    "Pipeline Status",
  ]);
  expect(screen.getByText(/^There are more columns than fit/).elements()).toEqual([]);
  const row = screen.getByRole("row").elements()[1];
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "",
    "SL000001FL000123PRJ00001",
    "ABC045",
    "2026-03-14",
    "KimberleyNorthern",
    "NA",
    "LMS 3.3.3",
    "LiDAR-MiningAI",
    "CompletedQA needed",
    "CompletedQA needed",
    "PI1",
  ]);
});

test("what a job needs is told apart by words and shape, and spoken", async () => {
  const stages = [
    stageDocument({ Name: "PI1", Label: "PI1", MissedBound: true }),
    stageDocument({
      Name: "ICP1",
      Label: "ICP1",
      Status: "NOT_COMMENCED",
      Reason: "Waits for the QA of PI1",
    }),
  ];
  await setUp([processingDocument({ ClusterProcessing: stages })]);
  const bound = cell("PI1: Completed, QA pending. Bound missed");
  await expect.element(bound).toBeVisible();
  const bandOf = (of: typeof bound) =>
    of.element().querySelector("[data-letters]")?.getAttribute("data-letters");
  expect(bandOf(bound)).toBe("BOUND");
  expect(bandOf(cell("ICP1: Not commenced. Waits for the QA of PI1"))).toBe("WAITS");
  expect(document.querySelectorAll("[data-note=qa]")).toHaveLength(2);
  await expectAccessible();
});

test("what a person arranges is there at their next visit", async () => {
  await setUp([processingDocument()]);
  await screen.getByRole("button", { name: "Columns" }).click();
  await screen.getByRole("checkbox", { name: "Flight Lines" }).click();
  await screen.getByRole("button", { name: "Compact" }).click();
  leave();
  await setUp([processingDocument()]);
  await expect.element(screen.getByRole("columnheader", { name: "LMS" })).toBeVisible();
  expect(screen.getByRole("columnheader", { name: "Flight Lines" }).elements()).toEqual([]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith("table:"))).toMatchObject([
    expect.stringMatching(/^table:.+:processing$/),
  ]);
  localStorage.clear();
});

test("ten rows of three lines are in sight in a window of 900 px", async () => {
  const rows = Array.from({ length: 10 }, (_, n) =>
    processingDocument({ _id: String(n).padStart(24, "0") }),
  );
  await setUp(rows);
  await expect.poll(() => document.querySelectorAll("tbody tr").length).toBe(10);
  const table = screen.getByRole("table").element().getBoundingClientRect();
  // Header, note of the demonstration, tabs and head of the page take 215 px above it.
  expect(table.height).toBeLessThanOrEqual(900 - 215);
});

const stageOf = (Status: ClusterProcessing["Status"], at: number) =>
  processingDocument({
    _id: String(at).padStart(24, "0"),
    ClusterProcessing: [stageDocument({ Status })],
  });

test("every status of a job is told apart without a violation, light and dark", async () => {
  await setUp(STATUSES.map(stageOf));
  await expect.element(cell("PI1: Cancelled")).toBeVisible();
  await expectAccessible();
});

test("what is not there has the specified texts", async () => {
  const { server } = await setUp([
    processingDocument({ GPSJob: null, GPSProcStatus: null, LMSJob: null, LMSProcStatus: null }),
  ]);
  await expect.element(screen.getByText("No GPS data available")).toBeVisible();
  await expect.element(screen.getByText("No LMS data available")).toBeVisible();
  server.documents = [];
  await vi.advanceTimersByTimeAsync(POLL_MS + 1_000);
  await expect.element(screen.getByText("No valid data available")).toBeVisible();
  await expectAccessible();
});

test("the LMS version leads to the calibration record", async () => {
  await setUp([processingDocument()]);
  const { _id: id } = processingDocument().GPSCalibrationDoc!;
  await expect
    .element(screen.getByRole("link", { name: "LMS 3.3.3" }))
    .toHaveAttribute("href", `/ip/params/${id}`);
});

test("a guest has tooltips alone: no menu, no link to the parameters", async () => {
  await setUp([processingDocument()], ["guest"]);
  await expect.element(cell("PI1: Completed, QA pending")).not.toHaveAttribute("aria-haspopup");
  expect(screen.getByRole("link", { name: "LMS 3.3.3" }).elements()).toEqual([]);
});

test("a stage is resubmitted once it is confirmed, and its row waits for the next poll", async () => {
  const { api, server } = await setUp([processingDocument()], ["resubmit"], {
    resubmitJob: () => processingDocument(),
    readResubmitImpact: () => impactOf(),
    readPreflight: () => preflightOf(),
  });
  await cell("PI1: Completed, QA pending").click();
  await screen.getByRole("menuitem", { name: "Resubmit PI1" }).click();
  const dialog = screen.getByRole("dialog", { name: "Resubmit Cluster PI1 Job" });
  await expect
    .element(
      dialog.getByText(
        "Are you sure you want reprocess this data? The existing data (including downstream processing results) will be OVERWRITTEN",
      ),
    )
    .toBeVisible();
  server.documents = [
    processingDocument({ ClusterProcessing: [stageDocument({ Status: "PREQUEUE" })] }),
  ];
  await dialog.getByRole("button", { name: "Resubmit" }).click();
  await vi.waitFor(() =>
    expect(callsOf(api, "resubmitJob")).toEqual([
      {
        query: { updated: "2026-03-14T06:10:00.000Z" },
        body: { process_id: "a".repeat(24), cluster_output: "PI1_MineIP1" },
      },
    ]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cell("PI1: Waiting for inputs")).toBeVisible();
});

/** Confirms that a status is updated. */
const confirmed = (): Promise<void> =>
  screen
    .getByRole("dialog", { name: "Update Status" })
    .getByRole("button", { name: "Confirm" })
    .click();

const waits = (name: string) => document.querySelector(`[aria-label="${name}: Waiting"]`);

test("while a change is under way the whole row waits and offers nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await setUp([processingDocument()], [], { completeQA: () => promise });
  await cell("PI1: Completed, QA pending").click();
  await screen.getByRole("menuitem", { name: "Mark as QA Completed", exact: true }).click();
  await confirmed();
  // The list lies below the dialog until the change is answered.
  await vi.waitFor(() => expect(waits("PI1")?.getAttribute("aria-disabled")).toBe("true"));
  expect(waits("GPS & EO")).not.toBeNull();
  resolve(processingDocument());
  await expect.element(cell("PI1: Completed, QA pending")).toBeVisible();
});

test("QA with errors needs both texts", async () => {
  const { api } = await setUp([processingDocument()], [], {
    completeQAWithErrors: () => processingDocument(),
  });
  await cell("LMS: Completed, QA pending").click();
  await screen.getByRole("menuitem", { name: "Mark as QA Completed (with errors)" }).click();
  const dialog = screen.getByRole("dialog", { name: "QA Log: LMS" });
  const update = dialog.getByRole("button", { name: "UPDATE" });
  await expect.element(update).toBeDisabled();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Issue Description" }).fill("Gap at line 3");
  await expect.element(update).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Issue Resolution" }).fill("   ");
  await expect.element(update).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Issue Resolution" }).fill("Line 3 is flown again");
  await update.click();
  await vi.waitFor(() =>
    expect(callsOf(api, "completeQAWithErrors")[0]?.body).toEqual({
      process_id: "a".repeat(24),
      cluster_name: "LMS",
      QAIssueDesc: "Gap at line 3",
      QAIssueRes: "Line 3 is flown again",
    }),
  );
});

const changed = new ApiError({
  status: 409,
  code: "RECORD_CHANGED",
  message: "changed",
  details: {},
  requestId: undefined,
});

test("a change of what somebody else has changed says so; confirmed again it is of the record as it is", async () => {
  const Updated = "2026-03-14T07:00:00.000Z";
  const { api, server } = await setUp([processingDocument()], [], {
    completeQAWithErrors: ({ request }) =>
      (request.query as { updated: string }).updated === Updated
        ? processingDocument({ Updated })
        : Promise.reject(changed),
  });
  await cell("PI1: Completed, QA pending").click();
  await screen.getByRole("menuitem", { name: "Mark as QA Completed (with errors)" }).click();
  await screen.getByRole("textbox", { name: "Issue Description" }).fill("Gap at line 3");
  await screen.getByRole("textbox", { name: "Issue Resolution" }).fill("Flown again");
  server.documents = [processingDocument({ Updated, GPSProcQAUser: "Olive Office" })];
  await screen.getByRole("button", { name: "UPDATE" }).click();
  await expect.element(screen.getByText(/Someone has changed this record meanwhile/)).toBeVisible();
  // The row behind the dialog is as the other one left it, and what was typed is still there.
  await expect.element(screen.getByText("QA completed", { exact: true })).toBeInTheDocument();
  await screen.getByRole("button", { name: "UPDATE" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(callsOf(api, "completeQAWithErrors").map(({ query }) => query)).toEqual([
    { updated: "2026-03-14T06:10:00.000Z" },
    { updated: Updated },
  ]);
});

test("an archived status opens the archive by a click; its menu has the link", async () => {
  await setUp([
    processingDocument({
      DocumentMajorVersion: 3,
      isArchived: true,
      archiveS3PathLiDAR: "s3://archive/FL000123/LiDAR/",
    }),
  ]);
  await expect
    .element(cell("PI1: Archived, validates and opens the archive"))
    .not.toHaveAttribute("aria-haspopup");
  await cell("PI1: Archived, actions").click();
  expect(entries()).toEqual(["Copy S3 archive link", "Browse archived files"]);
  await expectAccessible();
});

test("of what is shown the calibration alone is a link", async () => {
  await setUp([
    processingDocument({
      isSplitFlight: true,
      ProjectAOINo: 2,
      GPSCalibrationDoc: { _id: "c".repeat(24), Kind: "lidar", LMSVersion: "3.0.4" },
    }),
  ]);
  await screen.getByRole("link", { name: "LMS 3.0.4" }).hover();
  await expect.element(screen.getByText("Calibrated for LMS 3.0.4; current: 3.3.3")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "AOI 2" })).toBeVisible();
  await expectAccessible();
  expect(screen.getByRole("table").getByRole("link").elements()).toHaveLength(1);
});

test("the link of a camera's parameters leads to their page", async () => {
  const camera = { _id: "d".repeat(24), Kind: "imagery", LMSVersion: null } as const;
  await setUp([processingDocument({ GPSCalibrationDoc: camera })]);
  const link = screen.getByRole("link", { name: "Calibrated" });
  await expect.element(link).toHaveAttribute("href", `/ip/imagery-params/${camera._id}`);
  await link.hover();
  await expect.element(screen.getByText("Parameters of the camera")).toBeVisible();
});

test("an open page sees another LMS version within seconds", async () => {
  let LMSCurrentVersion = "3.3.3";
  const calibration = { _id: "c".repeat(24), Kind: "lidar", LMSVersion: "3.3.3" } as const;
  await setUp([processingDocument({ GPSCalibrationDoc: calibration })], [], {
    readSettings: () => ({ LMSCurrentVersion }),
  });
  await expect.element(cell("PI1: Completed, QA pending")).toBeVisible();
  LMSCurrentVersion = "4.0";
  await vi.advanceTimersByTimeAsync(5_500);
  await screen.getByRole("link", { name: "LMS 3.3.3" }).hover();
  await expect.element(screen.getByText("Calibrated for LMS 3.3.3; current: 4.0")).toBeVisible();
});

test("nothing is polled while the page is hidden, and every 30 s while it is shown", async () => {
  const { api } = await setUp([processingDocument()]);
  await expect.element(cell("PI1: Completed, QA pending")).toBeVisible();
  const polls = () => callsOf(api, "listProcessings").length;
  const before = polls();
  const hide = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(5 * POLL_MS);
  expect(polls()).toBe(before);
  hide.mockRestore();
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await vi.waitFor(() => expect(polls()).toBe(before + 1));
  await vi.advanceTimersByTimeAsync(POLL_MS - 1_000);
  expect(polls()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(polls()).toBe(before + 2));
});

test("a MiningAI stage of version 3.2 only says why it cannot be resubmitted", async () => {
  const { api } = await setUp([processingDocument({ DocumentMajorVersion: 3.2 })]);
  await cell("PI1: Completed, QA pending").click();
  await screen.getByRole("menuitem", { name: "Resubmit PI1" }).click();
  const dialog = screen.getByRole("dialog", { name: "Resubmit Cluster PI1 Job" });
  await expect
    .element(
      dialog.getByText("Resubmission unavailabe due to folder structure changes, contact support."),
    )
    .toBeVisible();
  expect(dialog.getByRole("button").elements()).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(api, "resubmitJob")).toEqual([]);
});

test("what failed of a stage is summed up by message", async () => {
  const failed = stageDocument({
    Status: "FAILED",
    FailedJobCount: 2,
    FailedFiles: [
      { file_names: ["line_1.laz", "line_2.laz"], failure_message: ["no points in the file"] },
    ],
  });
  await setUp([processingDocument({ ClusterProcessing: [failed] })]);
  await cell("PI1: Failed").click();
  expect(entries()).toContain("Mark as Completed");
  await screen.getByRole("menuitem", { name: "View failure details" }).click();
  const dialog = screen.getByRole("dialog", { name: "Job Results: PI1_MineIP1" });
  await expect.element(dialog.getByText("no points in the file (2 files)")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Save as text file" })).toBeVisible();
});
