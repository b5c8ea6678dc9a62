import type { Processing } from "@swath/contract/processing";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { ProcessingPage } from "../processing-page.tsx";
import { RecordTimeline } from "../review/timeline-panel.tsx";
import { processingDocument, stageDocument } from "../testing/documents.ts";

let leave = (): void => undefined;
afterEach(() => leave());

async function setUp(document: Processing, requireReason: boolean) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3", requireReason }),
    listProcessings: () => ({ items: [document], total: 1 }),
    markIgnored: () => document,
    completeQA: () => document,
    markSuperseded: () => document,
  });
  const rendered = await renderPage(api, ["resubmit"]);
  leave = rendered.leave;
  rendered.draw(
    <ProcessingPage page={1} onPage={() => undefined} filters={{}} onFilters={() => undefined} />,
  );
  return api;
}

const bodies = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request.body);
const cell = (name: string) => screen.getByRole("button", { name, exact: true });
const failed = processingDocument({ ClusterProcessing: [stageDocument({ Status: "FAILED" })] });

test("a mark set by hand is confirmed with its reason", async () => {
  const api = await setUp(failed, false);
  await cell("PI1: Failed").click();
  await screen.getByRole("menuitem", { name: "Mark as Ignore Processing" }).click();
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  await expectAccessible();
  await dialog.getByLabelText("Why: Mark as Ignore Processing").fill(" flown again ");
  await userEvent.keyboard("{Tab}{Tab}");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await vi.waitFor(() =>
    expect(bodies(api, "markIgnored")).toEqual([
      {
        process_id: "a".repeat(24),
        cluster_name: "PI1_MineIP1",
        Ignore: true,
        Reason: "flown again",
      },
    ]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a job that was superseded is utilised again by Undo", async () => {
  const api = await setUp(processingDocument(), false);
  await cell("PI1: Completed, QA pending").click();
  await screen.getByRole("menuitem", { name: "Mark as Superseded" }).click();
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("PI1 of SL000001: it is utilised again")).toBeVisible();
  const of = { process_id: "a".repeat(24), cluster_name: "PI1_MineIP1" };
  expect(bodies(api, "markSuperseded")).toEqual([
    { ...of, Active: false },
    { ...of, Active: true },
  ]);
});

test("a dialog keeps what was typed when its row leaves the list", async () => {
  const listed = [failed];
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3", requireReason: false }),
    listProcessings: () => ({ items: [...listed], total: listed.length }),
  });
  const rendered = await renderPage(api, ["resubmit"]);
  leave = rendered.leave;
  rendered.draw(
    <ProcessingPage page={1} onPage={() => undefined} filters={{}} onFilters={() => undefined} />,
  );
  await cell("PI1: Failed").click();
  await screen.getByRole("menuitem", { name: "Mark as Ignore Processing" }).click();
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  await dialog.getByRole("textbox").fill("flown again");
  listed.pop();
  await rendered.queries.invalidateQueries();
  await vi.waitFor(() => expect(document.body.textContent).toContain("No valid data available"));
  await expect.element(dialog.getByRole("textbox")).toHaveValue("flown again");
});

test("where the setting asks for a reason nothing is confirmed without one", async () => {
  const api = await setUp(failed, true);
  await cell("PI1: Failed").click();
  await screen.getByRole("menuitem", { name: "Mark as QA Completed", exact: true }).click();
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  await expect.element(confirm).toBeDisabled();
  const why = dialog.getByRole("textbox");
  await why.fill("   ");
  await expect.element(confirm).toBeDisabled();
  await why.fill("the failed file is a duplicate");
  await confirm.click();
  await vi.waitFor(() =>
    expect(bodies(api, "completeQA")).toMatchObject([{ Reason: "the failed file is a duplicate" }]),
  );
});

test("what was set by hand has the sign of a hand, and its tooltip says by whom and why", async () => {
  const Mark = {
    Action: "markIgnored",
    By: "Hana Brook",
    At: "2026-03-14T06:00:00.000Z",
    Reason: "<b>wet</b>",
  };
  await setUp(
    processingDocument({ ClusterProcessing: [stageDocument({ Status: "IGNORE", Mark })] }),
    false,
  );
  const ignored = cell("PI1: Ignored, set by hand");
  await expect.element(ignored.getByTestId("by-hand")).toBeVisible();
  await ignored.hover();
  await expect.element(screen.getByText("Set by hand: Hana Brook")).toBeVisible();
  await expect.element(screen.getByText("Reason: <b>wet</b>")).toBeVisible();
});

test("a tooltip of much that was written at QA stays in the window", async () => {
  const stage = stageDocument({
    Status: "QA_COMPLETED_WITH_ERRORS",
    QAIssueDesc: "Gap at line 3. ".repeat(260),
    QAIssueRes: "It is flown again. ".repeat(210),
  });
  await setUp(processingDocument({ ClusterProcessing: [stage] }), false);
  await cell("PI1: QA completed with errors").hover();
  const tip = screen.getByRole("tooltip", { name: /^PI1 / });
  await expect.element(tip.getByText(/^QA resolution: It is flown again/)).toBeInTheDocument();
  const { top, bottom } = tip.element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(globalThis.innerHeight);
});

const entry = (id: number) => ({
  id,
  at: "2026-03-14T06:00:00.000Z",
  action: "job.moved" as const,
  actor: "swath" as const,
  name: null,
  detail: { processing: "p", job: `S${id}`, from: "RUNNING", to: "FAILED", reason: "no memory" },
  requestId: null,
});

test("the timeline shows who, what and why, and goes on to earlier events", async () => {
  const pages = [Array.from({ length: 50 }, (_, i) => entry(60 - i)), [entry(10)]];
  const api = fakeApi({
    readTimeline: ({ request }) => {
      const { page } = request.query as { readonly page: number };
      return { items: pages[page - 1], total: 51 };
    },
  });
  const rendered = await renderPage(api, []);
  leave = rendered.leave;
  rendered.draw(<RecordTimeline processingId="p" />);
  await expect.element(screen.getByText("Run of S60")).toBeVisible();
  expect(screen.getByText("no memory").elements()).toHaveLength(50);
  expect(screen.getByText("2026-03-14 06:00:00 UTC", { exact: true }).elements()).toHaveLength(50);
  await screen.getByRole("button", { name: "Show earlier events" }).click();
  await expect.element(screen.getByText("Run of S10")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Show earlier events" }).elements()).toEqual([]);
});

test("a delivery of an older instruction has a sign that is spoken, too", async () => {
  const older = processingDocument({ ClusterProcessing: [stageDocument({ IsOutdated: true })] });
  await setUp(older, false);
  const sign = cell("PI1: Completed, QA pending, of an older instruction").getByTestId("outdated");
  await expect.element(sign).toBeVisible();
});
