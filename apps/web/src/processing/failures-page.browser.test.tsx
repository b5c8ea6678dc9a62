import type { Role } from "@swath/contract/identity";
import type { FailureGroup, GroupFailure } from "@swath/contract/processing";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../data/testing/render-page.tsx";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { FailuresPage } from "./failures-page.tsx";
import { FailureCount } from "./failures/failure-count.tsx";
import { previewOf } from "./testing/bulk-preview.ts";
import { processingDocument, stageDocument } from "./testing/documents.ts";

const POLL_MS = 30_000;

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const keyOf = (n: number): string => String(n).repeat(24);
const group = (n: number, given: Partial<FailureGroup> = {}): FailureGroup => ({
  Key: keyOf(n),
  Message: "<file>: no points in line <n>",
  Example: "FL000123_1.las: no points in line 3",
  Kinds: ["failed"],
  Stages: ["PI1"],
  Jobs: 2,
  Flights: 1,
  First: "2026-03-14T06:10:00.000Z",
  Last: "2026-03-15T06:10:00.000Z",
  ...given,
});
const FAILED = stageDocument({
  Status: "FAILED",
  FailedJobCount: 2,
  FailedFiles: [{ file_names: ["a.laz"], failure_message: ["no points"] }],
});
const failure = (given: Parameters<typeof processingDocument>[0] = {}): GroupFailure => ({
  Area: "ip",
  Job: "PI1_MineIP1",
  Message: "a.laz: no points",
  Since: "2026-03-15T06:10:00.000Z",
  Processing: processingDocument({ ClusterProcessing: [FAILED], ...given }),
});

interface Setting {
  readonly groups?: readonly FailureGroup[];
  readonly failures?: readonly GroupFailure[];
  readonly open?: string;
  readonly filters?: { readonly FlightID?: string };
  readonly roles?: readonly Role[];
  readonly answers?: FakeAnswers;
}

async function setUp(setting: Setting = {}) {
  const { open, filters = {}, roles = ["resubmit"] } = setting;
  const server = {
    groups: setting.groups ?? [group(1)],
    failures: setting.failures ?? [failure()],
  };
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    countFailures: () => ({ Jobs: server.groups.reduce((sum, { Jobs }) => sum + Jobs, 0) }),
    listFailureGroups: ({ request }) => {
      const key = (request.query as { key?: string } | undefined)?.key;
      const items = server.groups.filter(({ Key }) => key === undefined || Key === key);
      return { items: key === undefined ? items.slice(0, 2) : items, total: items.length };
    },
    listGroupFailures: () => ({ items: server.failures, total: server.failures.length }),
    ...setting.answers,
  });
  const rendered = await renderPage(api, roles);
  leave = rendered.leave;
  const onFilters = vi.fn();
  const onKind = vi.fn();
  function Page() {
    const [at, setAt] = useState(open);
    return (
      <>
        <a href="/ip/failures">
          FAILURES
          <FailureCount />
        </a>
        <FailuresPage
          page={1}
          onPage={() => undefined}
          filters={filters}
          onFilters={onFilters}
          kind={undefined}
          onKind={onKind}
          group={at}
          onGroup={setAt}
          jobsPage={1}
          onJobsPage={() => undefined}
        />
      </>
    );
  }
  rendered.draw(<Page />);
  return { server, api, onFilters, onKind };
}

const callsOf = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request);
const toggle = () => screen.getByRole("button", { name: "file: no points in line number" });

test("failures are shown by message, and the tab says how many jobs wait", async () => {
  await setUp({ groups: [group(1), group(2, { Message: "cut off", Kinds: ["missedBound"] })] });
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "false");
  const cells = screen.getByRole("row").elements()[1]?.children ?? [];
  expect([...cells].map(({ textContent }) => textContent)).toEqual([
    "file: no points in line numberLatest: FL000123_1.las: no points in line 3",
    "Failed",
    "PI1",
    "2",
    "1",
    "2026-03-14 06:10:00Latest 2026-03-15 06:10:00",
    "Answer",
  ]);
  await expect.element(screen.getByText("Over its bound").first()).toBeVisible();
  await expectAccessible();
  await expect
    .element(screen.getByRole("link", { name: /^FAILURES\s*: 4 jobs wait for an answer$/ }))
    .toBeVisible();
});

test("a group opens by keyboard and shows its jobs, each with its dashboard's menu", async () => {
  const { api } = await setUp();
  await expect.element(toggle()).toBeVisible();
  toggle().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(toggle()).toHaveAttribute("aria-expanded", "true");
  const cell = screen.getByRole("button", { name: "PI1: Failed" });
  await expect.element(cell).toBeVisible();
  await expectAccessible();
  expect(callsOf(api, "listGroupFailures")[0]).toMatchObject({
    params: { key: keyOf(1) },
    query: { page: 1, pageSize: 10 },
  });
  await cell.click();
  await screen.getByRole("menuitem", { name: "View failure details" }).click();
  const dialog = screen.getByRole("dialog", { name: "Job Results: PI1_MineIP1" });
  await expect.element(dialog.getByText("no points (1 file)")).toBeVisible();
});

test("a job that was answered has left its group at the next poll", async () => {
  const { server, api } = await setUp({
    open: keyOf(1),
    answers: { completeQA: () => processingDocument() },
  });
  await screen.getByRole("button", { name: "PI1: Failed" }).click();
  server.groups = [];
  server.failures = [];
  await screen.getByRole("menuitem", { name: "Mark as QA Completed", exact: true }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await vi.waitFor(() => expect(callsOf(api, "completeQA")).toHaveLength(1));
  await expect.element(screen.getByText("No failures wait for an answer")).toBeVisible();
  await expect
    .element(screen.getByText("No job of this group waits for an answer any more."))
    .toBeVisible();
  await expect.element(screen.getByRole("link", { name: "FAILURES", exact: true })).toBeVisible();
});

test("the dialog of a job keeps what was typed when its group leaves the list", async () => {
  const { server } = await setUp({ open: keyOf(1) });
  await screen.getByRole("button", { name: "PI1: Failed" }).click();
  await screen.getByRole("menuitem", { name: "Mark as Ignore Processing" }).click();
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  await dialog.getByRole("textbox").fill("flown again");
  server.groups = [];
  server.failures = [];
  await vi.advanceTimersByTimeAsync(POLL_MS + 1_000);
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain(
      "No job of this group waits for an answer any more.",
    ),
  );
  await expect.element(dialog.getByRole("textbox")).toHaveValue("flown again");
});

test("a group that is opened shows no jobs of the one before it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await setUp({
    groups: [group(1), group(2, { Message: "cut off" })],
    open: keyOf(1),
    answers: {
      listGroupFailures: async ({ request }) => {
        if ((request.params as { key: string }).key === keyOf(2)) await promise;
        return { items: [failure()], total: 1 };
      },
    },
  });
  await expect.element(screen.getByRole("button", { name: "PI1: Failed" })).toBeVisible();
  await screen.getByRole("button", { name: "cut off", exact: true }).click();
  await expect.element(screen.getByText("Loading jobs...")).toBeVisible();
  expect(screen.getByRole("button", { name: "PI1: Failed" }).elements()).toEqual([]);
  resolve();
  await expect.element(screen.getByRole("button", { name: "PI1: Failed" })).toBeVisible();
});

test("what new failures come is seen within a poll", async () => {
  const { server } = await setUp({ groups: [] });
  await expect.element(screen.getByText("No failures wait for an answer")).toBeVisible();
  server.groups = [group(1)];
  await vi.advanceTimersByTimeAsync(POLL_MS + 1_000);
  await expect.element(toggle()).toBeVisible();
});

test("filters that find nothing say so, and lead back to all", async () => {
  const { onFilters } = await setUp({ groups: [], filters: { FlightID: "$any FL000123" } });
  await expect.element(screen.getByText("No failures match these filters")).toBeVisible();
  await screen.getByRole("button", { name: "Show all failures" }).click();
  expect(onFilters).toHaveBeenCalledWith({}, false);
});

test("a link leads to its group wherever its page is", async () => {
  await setUp({
    groups: [group(1), group(2, { Message: "cut off" }), group(3, { Message: "far away" })],
    open: keyOf(3),
  });
  const far = screen.getByRole("button", { name: "far away", exact: true });
  await expect.element(far).toHaveAttribute("aria-expanded", "true");
  await expect.element(screen.getByRole("button", { name: "PI1: Failed" })).toBeVisible();
});

test("one kind of failure is chosen", async () => {
  const { onKind } = await setUp();
  await screen.getByRole("button", { name: "Over its bound" }).click();
  expect(onKind).toHaveBeenCalledWith("missedBound");
});

const target = { processingId: "a".repeat(24), job: "PI1_MineIP1", updated: failure().Since };
const key = "00000000-0000-4000-8000-000000000000";
type Server = Awaited<ReturnType<typeof setUp>>["server"];

/** Answers to a resubmission of one job, after which no group is left. */
function resubmission(server: () => Server, outcome: { code: string | null; done: number }) {
  return {
    listFailureTargets: () => [{ area: "ip", ...target }],
    previewBulk: () => previewOf({ key, eligible: 1, expires: target.updated }),
    actInBulk: () => {
      server().groups = [];
      const row = { ...target, label: "PI1", flightId: null, sensorId: null, projectId: null };
      const rows = [{ ...row, code: outcome.code, reason: null, reversible: false }];
      return { key, action: "resubmit", done: outcome.done, added: 0, repeated: false, rows };
    },
  } satisfies FakeAnswers;
}

async function resubmitGroup() {
  await screen.getByRole("button", { name: /^Answer 2 jobs/ }).click();
  await screen.getByRole("menuitem", { name: /^Resubmit Job/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Resubmit Job: 1 failed job" });
  await dialog.getByRole("button", { name: /Resubmit/ }).click();
  return dialog;
}

test("a whole group is answered after a preview, with the jobs as they were seen", async () => {
  const { api, server } = await setUp({
    answers: resubmission(() => server, { code: null, done: 1 }),
  });
  await resubmitGroup();
  await vi.waitFor(() =>
    expect(callsOf(api, "actInBulk")[0]?.body).toMatchObject({
      key,
      action: "resubmit",
      on: { targets: [target] },
    }),
  );
  await expect.element(screen.getByText("No failures wait for an answer")).toBeVisible();
});

test("what became of a group stays in sight when the group has left", async () => {
  const { server } = await setUp({
    answers: resubmission(() => server, { code: "RECORD_CHANGED", done: 0 }),
  });
  const dialog = await resubmitGroup();
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain("No failures wait for an answer"),
  );
  await expect.element(dialog.getByRole("button", { name: "Copy as text" })).toBeVisible();
});

test("who may not resubmit sees why, and may give the other answers", async () => {
  await setUp({ roles: [] });
  await screen.getByRole("button", { name: /^Answer 2 jobs/ }).click();
  const resubmit = screen.getByRole("menuitem", { name: /^Resubmit Job/ });
  await expect.element(resubmit).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(resubmit.getByText("Only members of the resubmit groups may resubmit"))
    .toBeVisible();
  await expect
    .element(screen.getByRole("menuitem", { name: /^Mark as Ignore Processing/ }))
    .not.toHaveAttribute("aria-disabled");
});

test("what a program wrote is shown as text and turns nothing around it", async () => {
  await setUp({
    groups: [group(1, { Message: "<img src=x> <n> \u202eevil", Example: "<b>x</b> \u202egnp" })],
  });
  const message = screen.getByText(/^<b>x/);
  await expect.element(message).toBeVisible();
  expect(message.element().tagName).toBe("BDI");
  expect(document.querySelector("bdi img, bdi b")).toBeNull();
});
