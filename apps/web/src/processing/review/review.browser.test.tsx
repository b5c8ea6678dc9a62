import { expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../../platform/api/api-error.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { expectUncovered } from "../../ui/testing/covered.ts";
import { attempt } from "../testing/attempts.ts";
import { stageDocument } from "../testing/documents.ts";
import { awaiting, callsOf, FIRST, review, SECOND, reviewRig } from "../testing/review-rig.tsx";

const POLL_MS = 15_000;

const { setUp, leave } = reviewRig();

test("a job's menu leads to its review below a divider", async () => {
  const { seen } = await setUp({});
  await screen.getByRole("button", { name: "PI1: Completed, QA pending" }).first().click();
  const entries = screen.getByRole("menuitem").elements();
  expect(entries.slice(-5).map((entry) => entry.textContent)).toEqual([
    "Review results",
    "Files",
    "Attempts",
    "Log",
    "Timeline",
  ]);
  expect(entries.at(-5)?.previousElementSibling?.tagName).toBe("HR");
  await screen.getByRole("menuitem", { name: "Log" }).click();
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  expect(seen).toEqual([{ processingId: FIRST, job: "PI1_MineIP1", panel: "log" }]);
});

test("guests have neither menus nor reviews, whatever the link says", async () => {
  const { api } = await setUp({ address: {}, roles: ["guest"] });
  await expect.element(screen.getByText("Reviews are not open to guests")).toBeVisible();
  expect(callsOf(api, "listAttempts")).toEqual([]);
  await screen.getByRole("button", { name: "Close the review" }).click();
  await expect
    .element(screen.getByRole("button", { name: "PI1: Completed, QA pending" }).first())
    .not.toHaveAttribute("aria-haspopup");
});

test("a link to a processing or a job that is not there says so", async () => {
  const { seen } = await setUp({ address: { processingId: "c".repeat(24) } });
  await expect.element(screen.getByText("There is no such processing")).toBeVisible();
  await screen.getByRole("button", { name: "Close the review" }).click();
  expect(seen).toEqual([undefined]);
  leave();
  await setUp({ address: { job: "DEM9" } });
  await expect.element(screen.getByText("There is no such job")).toBeVisible();
});

test("in a window of 390 px nothing of the review's head lies over another part or outside", async () => {
  await setUp({ address: {} });
  await screen.viewport(390, 844);
  const dialog = review("Review of PI1, SL000001");
  await expect.element(dialog).toBeVisible();
  const parts = [
    dialog.getByRole("heading", { level: 2 }),
    dialog.getByRole("combobox", { name: "Job" }),
    dialog.getByRole("button", { name: /^Previous/ }),
    dialog.getByRole("button", { name: /^Next/ }),
    dialog.getByRole("button", { name: "Close the review" }),
  ].map((part) => part.element().getBoundingClientRect());
  for (const [at, part] of parts.entries()) {
    expect(part.left).toBeGreaterThanOrEqual(0);
    expect(part.right).toBeLessThanOrEqual(390);
    for (const other of parts.slice(at + 1))
      expect(
        part.right <= other.left ||
          other.right <= part.left ||
          part.bottom <= other.top ||
          other.bottom <= part.top,
      ).toBe(true);
  }
});

test("in a window of 360 px all panels are in sight, and every action is a press away", async () => {
  await screen.viewport(360, 800);
  await setUp({ address: {} });
  const last = screen.getByRole("tab", { name: "Timeline" });
  await expect.element(last).toBeInTheDocument();
  await expect.poll(() => last.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
  await expect.element(screen.getByRole("button", { name: /^Mark as QA Completed/ })).toBeVisible();
  await screen.getByRole("button", { name: "More actions" }).click();
  await expect
    .element(screen.getByRole("menuitem", { name: "Mark as Manually Processed" }))
    .toBeVisible();
  await expectAccessible();
});

test("in a window of 390 px the timeline has room for what happened", async () => {
  await screen.viewport(390, 844);
  const detail = { processing: FIRST, job: "PI1", from: "RUNNING", to: "FAILED", reason: null };
  const event = { id: 1, at: "2026-03-14T06:00:00.000Z", action: "job.moved", detail };
  await setUp(
    { address: { panel: "timeline" } },
    {
      readTimeline: () => ({
        items: [{ ...event, actor: "swath", name: null, requestId: null }],
        total: 1,
      }),
    },
  );
  const what = screen.getByText("Run of PI1");
  await expect.element(what).toBeVisible();
  expect(what.element().closest("button")!.getBoundingClientRect().width).toBeGreaterThan(120);
  await what.click();
  await expect.element(screen.getByText("PI1: Running → Failed")).toBeVisible();
  await expectAccessible();
});

const rms = (value: number) => [{ name: "pairRms", label: "RMS of pairs", value, unit: "m" }];

test("measures stand against their bounds, beside those of the last attempt with the difference", async () => {
  await setUp({
    address: {},
    attempts: [
      attempt({ attempt: 2, measures: rms(0.021) }),
      attempt({ published: false, measures: rms(0.074) }),
    ],
  });
  await expect.element(screen.getByText("All of 1 bound kept")).toBeVisible();
  await expectAccessible();
  const row = screen.getByRole("row", { name: /RMS of pairs/ });
  expect([...row.element().children].map(({ textContent }) => textContent)).toEqual([
    "RMS of pairs, m",
    "0.021within",
    "at most 0.05",
    "0.074outside",
    "−0.053",
  ]);
});

/** Confirms that a status is updated. */
const confirmed = (): Promise<void> =>
  screen
    .getByRole("dialog", { name: "Update Status" })
    .getByRole("button", { name: "Confirm" })
    .click();

test("QA is completed by two keys, and the next one that awaits it follows", async () => {
  const { api, server, seen } = await setUp({ address: {} }, { completeQA: () => ({}) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  server.documents = [
    awaiting(FIRST, "SL000001", {
      ClusterProcessing: [stageDocument({ Status: "QA_COMPLETED", QAUser: "You" })],
      Updated: "2026-03-14T06:20:00.000Z",
    }),
    server.documents[1]!,
  ];
  await userEvent.keyboard("a");
  await expect.element(screen.getByRole("button", { name: "Confirm" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  expect(callsOf(api, "completeQA")).toEqual([
    {
      query: { updated: "2026-03-14T06:10:00.000Z" },
      body: { process_id: FIRST, cluster_name: "PI1_MineIP1" },
    },
  ]);
  expect(seen.at(-1)).toMatchObject({ processingId: SECOND, panel: "results" });
  await expect.element(screen.getByText("PI1 of SL000001: Mark as QA Completed")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  await userEvent.keyboard("a");
  const shown = review("Review of PI1, SL000001");
  await expect.element(shown.getByText("QA completed", { exact: true })).toBeVisible();
  await userEvent.keyboard("a");
  expect(callsOf(api, "completeQA").slice(1)).toEqual([]);
});

test("the message of what was done covers no button of the next one's action bar", async () => {
  const { server } = await setUp({ address: {} }, { completeQA: () => ({}) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  server.documents = [
    awaiting(FIRST, "SL000001", {
      ClusterProcessing: [stageDocument({ Status: "QA_COMPLETED", QAUser: "You" })],
      Updated: "2026-03-14T06:20:00.000Z",
    }),
    server.documents[1]!,
  ];
  await userEvent.keyboard("a");
  await confirmed();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  await expect.element(screen.getByText("PI1 of SL000001: Mark as QA Completed")).toBeVisible();
  await expectUncovered(() => document.querySelector("[role=dialog] footer")!);
});

test("beside a job that is judged already stands how many await QA", async () => {
  const judged = { ClusterProcessing: [stageDocument({ Status: "IGNORE" })] };
  const documents = [awaiting(FIRST, "SL000001", judged), awaiting(SECOND, "SL000002")];
  await setUp({ address: {}, documents });
  await expect.element(screen.getByText("1 awaits QA in this list")).toBeVisible();
});

test("what is next above a group of failures is the next of the group", async () => {
  const failed = { ClusterProcessing: [stageDocument({ Status: "FAILED" })] };
  const documents = [awaiting(FIRST, "SL000001", failed), awaiting(SECOND, "SL000002", failed)];
  const group = "c".repeat(24);
  const { api } = await setUp(
    { address: {}, documents, list: { is: "failures", group, kind: "failed", filters: {} } },
    {
      markIgnored: () => ({}),
      listGroupFailures: () => ({
        items: documents.map((document) => ({
          Area: "ip",
          Job: "PI1_MineIP1",
          Message: "no points",
          Since: "2026-03-15T06:10:00.000Z",
          Processing: document,
        })),
        total: 2,
      }),
    },
  );
  await expect.element(screen.getByText("1 of 2 awaiting an answer")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  expect(callsOf(api, "listGroupFailures")).toMatchObject([
    { params: { key: group }, query: { page: 1, kind: "failed" } },
  ]);
  await userEvent.keyboard("k");
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
});

test("QA with errors opens the QA log, in which letters are letters", async () => {
  const { api } = await setUp({ address: {} });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("e");
  const log = screen.getByRole("dialog", { name: "QA Log: PI1" });
  await log.getByRole("textbox", { name: "Issue Description" }).click();
  await userEvent.keyboard("ajar");
  await expect.element(log.getByRole("textbox", { name: "Issue Description" })).toHaveValue("ajar");
  await log.getByRole("button", { name: "Cancel" }).click();
  expect(callsOf(api, "completeQA")).toEqual([]);
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
});

test("shortcuts can be turned off", async () => {
  const { api } = await setUp({ address: {} });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await screen.getByRole("button", { name: "Shortcuts on" }).click();
  await userEvent.keyboard("aj");
  await expect.element(screen.getByRole("button", { name: "Shortcuts off" })).toBeVisible();
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  expect(callsOf(api, "completeQA")).toEqual([]);
});

test("what another person changes meanwhile is said and shown", async () => {
  const { server } = await setUp({ address: {} });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  server.documents = [
    awaiting(FIRST, "SL000001", {
      ClusterProcessing: [stageDocument({ Status: "QA_COMPLETED", QAUser: "Mina Manager" })],
      Updated: "2026-03-14T06:20:00.000Z",
    }),
    server.documents[1]!,
  ];
  await vi.advanceTimersByTimeAsync(POLL_MS + 1_000);
  await expect
    .element(
      screen.getByText(
        "PI1 was changed while you reviewed it: Completed → QA completed, by Mina Manager. What you see is as it is now.",
      ),
    )
    .toBeVisible();
  expect(screen.getByRole("button", { name: /Mark as QA Completed/ }).elements()).toEqual([]);
});

test("an action on what another person has changed is refused, and the record is read anew", async () => {
  const changed = new ApiError({ status: 409, code: "RECORD_CHANGED", message: "changed" });
  const { api } = await setUp({ address: {} }, { completeQA: () => Promise.reject(changed) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  const reads = callsOf(api, "readProcessing").length;
  await userEvent.keyboard("a");
  await confirmed();
  await expect.element(screen.getByText(/Someone has changed this record meanwhile/)).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  expect(callsOf(api, "readProcessing").length).toBeGreaterThan(reads);
});
