import { focusManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { attempt, task } from "../testing/attempts.ts";
import { stageDocument } from "../testing/documents.ts";
import { awaiting, callsOf, FIRST, PIXEL, reviewRig } from "../testing/review-rig.tsx";

const { setUp, leave } = reviewRig();

test("a job without attempts, and an attempt whose outputs were removed, say so", async () => {
  await setUp({ address: {}, attempts: [] });
  await expect.element(screen.getByText("No attempt is recorded")).toBeVisible();
  leave();
  const { api } = await setUp({ address: {}, attempts: [attempt({ kept: false })] });
  await expect.element(screen.getByText("The outputs of this attempt were removed")).toBeVisible();
  await expect.element(screen.getByRole("row", { name: /RMS of pairs/ })).toBeVisible();
  expect(callsOf(api, "listAttemptFiles")).toEqual([]);
});

test("an attempt leads to the calibration records that it read, each on its page", async () => {
  const [calibrationId, cameraId] = ["c".repeat(24), "d".repeat(24)];
  const SurveyDate = "2026-03-14T00:00:00.000Z";
  const calibrations = [
    { kind: "lidar", calibrationId, SurveyDate },
    { kind: "imagery", calibrationId: cameraId, SurveyDate },
  ] as const;
  await setUp({
    address: { panel: "attempts" },
    attempts: [attempt({ calibrations: [...calibrations] })],
  });
  await expect
    .element(screen.getByRole("link", { name: "Calibration of 2026-03-14" }))
    .toHaveAttribute("href", `/ip/params/${calibrationId}`);
  await expect
    .element(screen.getByRole("link", { name: "Camera calibration of 2026-03-14" }))
    .toHaveAttribute("href", `/ip/imagery-params/${cameraId}`);
});

test("why an attempt died is said by its tasks", async () => {
  const failed = attempt({ outcome: "fail", published: false, failed: 2, measures: [] });
  const tasks = [
    task({ name: "line_1", ending: "outOfMemory", peakMemoryBytes: 2_147_483_648 }),
    task({ name: "line_2", ending: "nodeLost", node: "node-07" }),
  ];
  await setUp(
    { address: { panel: "attempts" }, attempts: [failed] },
    { listAttemptTasks: () => ({ items: tasks, total: 2 }) },
  );
  await expect
    .element(
      screen.getByText("line_1: It needed more memory than it was given: 2.00 GB were in use"),
    )
    .toBeVisible();
  await expect
    .element(screen.getByText("line_2: The node node-07 was lost while it ran"))
    .toBeVisible();
});

test("the results of a failed job say why it failed though an earlier attempt is shown", async () => {
  const reason = "2 of 4 tasks failed";
  const broken = stageDocument({ Status: "FAILED", Reason: reason, FailedJobCount: 2 });
  const { seen } = await setUp({
    address: {},
    documents: [awaiting(FIRST, "SL000001", { ClusterProcessing: [broken] })],
    attempts: [
      attempt({ attempt: 2, outcome: "fail", published: false, measures: [], reason }),
      attempt(),
    ],
  });
  const why = screen.getByRole("alert");
  await expect.element(why.getByText(/^Failed: 2 of 4 tasks failed/)).toBeVisible();
  await expect.element(screen.getByText(/^Attempt 1 · Completed/)).toBeVisible();
  await why.getByRole("button", { name: "Read its log" }).click();
  expect(seen.at(-1)).toEqual({ processingId: FIRST, job: "PI1_MineIP1", panel: "log" });
});

const DIFFERENCES = {
  params: [{ name: "cell", values: [2, 1] }],
  stageVersions: [1, 2],
  sameStage: false,
  engines: ["local", "local"],
  sameInputs: true,
  inputBytes: [4_000_000, 4_000_000],
  seconds: [600, 540],
  measures: [{ name: "pairRms", label: "RMS of pairs", unit: "m", values: [0.07, 0.02] }],
  files: { onlyFirst: ["old.json"], onlySecond: [], changed: ["pairs.png"], equal: 3 },
};

const TWO = () => [attempt({ attempt: 2 }), attempt({ published: false })];

test("two attempts are compared, their pictures by a divide that keys move", async () => {
  await setUp(
    { address: { panel: "attempts" }, attempts: TWO() },
    { compareAttempts: () => DIFFERENCES },
  );
  const divide = screen.getByRole("slider", { name: "Divide between Attempt 1 and Attempt 2" });
  await expect.element(divide).toHaveAttribute("aria-valuetext", "50 % Attempt 1, 50 % Attempt 2");
  await expectAccessible();
  (divide.element() as HTMLInputElement).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(divide).toHaveAttribute("aria-valuetext", "52 % Attempt 1, 48 % Attempt 2");
  await userEvent.keyboard("{End}");
  await expect.element(divide).toHaveValue("100");
  const row = screen.getByRole("row", { name: /Parameter cell/ });
  expect([...row.element().children].map(({ textContent }) => textContent)).toEqual([
    "Parameter cell",
    "2",
    "1",
    "differs",
  ]);
  await screen.getByRole("button", { name: "Side by side" }).click();
  await expect.element(screen.getByRole("img", { name: "Density, attempt 2" })).toBeVisible();
  await screen.getByRole("button", { name: "Flicker" }).click();
  await screen.getByRole("button", { name: "Pause" }).click();
  // Which one it is depends on how long the press took.
  const pictures = screen.getByRole("img", { name: /^Density, attempt/ });
  const stopped = pictures.element().getAttribute("alt");
  await screen.getByRole("button", { name: "Show the other" }).click();
  await expect.element(pictures).not.toHaveAttribute("alt", stopped);
  await expect.element(screen.getByRole("button", { name: "Resume" })).toBeVisible();
});

test("on a phone what differs and what was measured are cards, and nothing is scrolled to", async () => {
  await screen.viewport(360, 900);
  await setUp(
    { address: { panel: "attempts" }, attempts: TWO() },
    { compareAttempts: () => DIFFERENCES },
  );
  const differing = screen.getByRole("list", { name: "What differs" });
  const cell = differing.getByRole("listitem").filter({ hasText: "Parameter cell" });
  await expect
    .element(cell)
    .toHaveTextContent("Parameter cellAttempt 12Attempt 21Differencediffers");
  expect(differing.element().scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
  leave();
  await setUp({ address: {}, attempts: TWO() });
  const measures = screen.getByRole("list", { name: "Measures of attempt 2" });
  await expect.element(measures.getByText("RMS of pairs, m")).toBeVisible();
  expect(measures.element().scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
});

test("a PNG of an earlier version is compared with the SVG that took its place", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await setUp(
    { address: { panel: "attempts" }, attempts: TWO() },
    {
      compareAttempts: () => DIFFERENCES,
      listAttemptFiles: ({ request }) => {
        const { attempt: number } = request.params as { attempt: string };
        const path = number === "1" ? "density.png" : "density.svg";
        return [{ path, kind: "preview", size: 70, xxh128: "0".repeat(32) }];
      },
      readAttemptFile: ({ request }) => ({
        url: (request.query as { path: string }).path.endsWith("svg")
          ? `data:image/svg+xml,${encodeURIComponent(svg)}`
          : `data:image/png;base64,${PIXEL}`,
        expires: "",
      }),
    },
  );
  for (const name of ["Density, attempt 1", "Density, attempt 2"])
    await expect.element(screen.getByRole("img", { name })).toBeVisible();
});

test("an attempt is restored once it is confirmed what begins anew by it", async () => {
  const job = { Status: "COMPLETED", Attempts: 1, RunStartDate: null, RunEndDate: null };
  const rest = { ...job, SucceededJobCount: 1, QAUser: null, OutputS3Path: null };
  const { api } = await setUp(
    { address: { panel: "attempts" }, attempts: TWO() },
    {
      compareAttempts: () => DIFFERENCES,
      readResubmitImpact: () => ({
        Refusal: null,
        Overwritten: [
          { ...rest, Name: "PI1_MineIP1", Label: "PI1", Seconds: 60 },
          { ...rest, Name: "ICP1_MineIP1", Label: "ICP1", Seconds: 600 },
        ],
        Kept: ["GPS & EO"],
        Seconds: 660,
        Updated: "2026-03-14T06:10:00.000Z",
      }),
      restoreAttempt: () => attempt(),
    },
  );
  await screen.getByRole("button", { name: "Restore attempt 1" }).click();
  const dialog = screen.getByRole("dialog", { name: "Restore attempt 1 of PI1" });
  await expect.element(dialog.getByText(/OVERWRITTEN: ICP1 \(they took 10 min\)/)).toBeVisible();
  await expect.element(dialog.getByText("Kept as they are: GPS & EO.")).toBeVisible();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await vi.waitFor(() =>
    expect(callsOf(api, "restoreAttempt")).toEqual([
      { params: { processingId: FIRST, job: "PI1_MineIP1", attempt: "1" } },
    ]),
  );
});

const judged = (Status: "QA_COMPLETED" | "COMPLETED", QAUser: string | null) =>
  awaiting(FIRST, "SL000001", { ClusterProcessing: [stageDocument({ Status, QAUser })] });

test("what the reviewer changes by restoring is not said to be another's change", async () => {
  const { server } = await setUp(
    {
      address: { panel: "attempts" },
      attempts: TWO(),
      documents: [judged("QA_COMPLETED", "Mina")],
    },
    {
      compareAttempts: () => DIFFERENCES,
      restoreAttempt: () => {
        server.documents = [judged("COMPLETED", null)];
        return attempt();
      },
    },
  );
  await screen.getByRole("button", { name: "Restore attempt 1" }).click();
  const dialog = screen.getByRole("dialog", { name: "Restore attempt 1 of PI1" });
  await dialog.getByRole("button", { name: "Restore" }).click();
  const complete = screen.getByRole("button", { name: /Mark as QA Completed/ });
  await expect.element(complete.first()).toBeVisible();
  expect(document.body.textContent).not.toContain("was changed while you reviewed it");
});

test("who may not resubmit may not restore", async () => {
  await setUp(
    { address: { panel: "attempts" }, attempts: TWO(), roles: [] },
    { compareAttempts: () => DIFFERENCES },
  );
  await expect.element(screen.getByRole("button", { name: "Restore attempt 1" })).toBeDisabled();
  await expect
    .element(screen.getByText("Only members of the resubmit groups may restore"))
    .toBeVisible();
});

test("a log is text, whatever it holds, and what failed comes first", async () => {
  const hostile = "\u001B[31mred\u001B[0m <img src=x onerror=alert(1)>\u0000\u202Egnp.exe\r\n";
  await setUp(
    { address: { panel: "log" }, logs: { line_9: hostile } },
    {
      listAttemptTasks: () => ({
        items: [
          task({
            name: "line_9",
            ending: "failed",
            exitCode: 3,
            errors: [{ file: "line_9", message: "<b>no points\u0007</b>" }],
          }),
          task(),
        ],
        total: 2,
      }),
    },
  );
  const log = screen.getByRole("region", { name: "Log of line_9" });
  await expect.element(log).toHaveTextContent("red <img src=x onerror=alert(1)>␀⟨U+202E⟩gnp.exe");
  expect(log.element().querySelector("img")).toBeNull();
  await expect.element(screen.getByText(/Its program ended with exit code 3/)).toBeVisible();
  await expect.element(screen.getByText(/<b>no points␇<\/b>/)).toBeVisible();
  await expectAccessible();
});

const LONG = [
  "2026-03-14T06:00:00Z reading line_1.laz",
  ...Array.from({ length: 400 }, (_, n) => `2026-03-14T06:00:01Z ${n} of 400 tiles written`),
  "2026-03-14T06:00:02Z WARN tile 7 has few points",
  "2026-03-14T06:00:03Z ERROR line_1.laz: ends at point 12",
].join("\n");

test("a long log is read without noise: repetitions are folded, and levels chosen", async () => {
  await setUp({ address: { panel: "log" }, logs: { line_1: LONG } });
  const log = screen.getByRole("region", { name: "Log of line_1" });
  await expect
    .poll(() => log.element().textContent)
    .toContain("06:00:01399 of 400 tiles written and 399 lines like it before");
  expect(log.getByRole("listitem").elements()).toHaveLength(5);
  await expectAccessible();
  await screen.getByRole("button", { name: "401 info lines" }).click();
  await expect.poll(() => log.getByRole("listitem").elements()).toHaveLength(3);
  expect(log.element().textContent).toContain("Error: line_1.laz: ends at point 12");
  await screen.getByRole("button", { name: "1 error" }).click();
  await screen.getByRole("button", { name: "1 warning" }).click();
  await expect.element(screen.getByText("No line of the chosen levels.")).toBeVisible();
});

test("a log is searched: Ctrl F leads to the field, Enter and Shift Enter through the matches", async () => {
  await setUp({ address: { panel: "log" }, logs: { line_1: LONG } });
  const log = screen.getByRole("region", { name: "Log of line_1" });
  await expect.element(log).toBeVisible();
  await userEvent.keyboard("{Control>}f{/Control}");
  const field = screen.getByRole("searchbox", { name: "Find in this log" });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("TILES");
  await expect.element(screen.getByText("1 of 400", { exact: true })).toBeVisible();
  const current = () => log.element().querySelector("[aria-current=true]")?.textContent;
  await expect.poll(current).toBe("06:00:010 of 400 tiles written");
  await userEvent.keyboard("{Enter}");
  await expect.poll(current).toBe("06:00:011 of 400 tiles written");
  await userEvent.keyboard("{Shift>}{Enter}{Enter}{/Shift}");
  await expect.poll(current).toBe("06:00:01399 of 400 tiles written");
  await expect.element(screen.getByText("400 of 400", { exact: true })).toBeVisible();
  // Far fewer lines than there are exist.
  expect(log.getByRole("listitem").elements().length).toBeLessThan(150);
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveValue("");
  await expect.element(log).toBeVisible();
});

test("the log of a running task is followed, says why it waits, and rests while the page is hidden", async () => {
  const running = attempt({
    outcome: null,
    published: false,
    ended: null,
    tasks: 4,
    done: 1,
    waiting: "The node has no memory left",
    expectedEnd: "2026-03-14T07:30:00.000Z",
  });
  const { server, api } = await setUp(
    { address: { panel: "log" }, attempts: [running], logs: { line_2: "tile 1\n" } },
    {
      listAttemptTasks: () => ({ items: [], total: 0 }),
      listOpenTasks: () => ({
        total: 3,
        tasks: [
          { name: "line_2", collect: false, input: "line_2.laz", logBytes: 7, progress: 0.428 },
        ],
      }),
    },
  );
  const log = screen.getByRole("region", { name: "Log of line_2" });
  await expect.element(log).toHaveTextContent("tile 1");
  await expect.element(screen.getByText("1 of 4 tasks done")).toBeVisible();
  await expect.element(screen.getByText("Under way, 42 % done, 7 B of log")).toBeVisible();
  await expect.element(screen.getByText("It waits: The node has no memory left")).toBeVisible();
  await expect.element(screen.getByText(/expected to end 2026-03-14 07:30 UTC/)).toBeVisible();
  server.logs["line_2"] += "tile 2\n";
  await vi.advanceTimersByTimeAsync(6_000);
  await expect.element(log).toHaveTextContent("tile 1tile 2");
  expect(callsOf(api, "readTaskLog").at(-1)?.query).toMatchObject({ start: 7 });
  const reads = callsOf(api, "readTaskLog").length;
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callsOf(api, "readTaskLog")).toHaveLength(reads);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(callsOf(api, "readTaskLog").length).toBeGreaterThan(reads));
});
