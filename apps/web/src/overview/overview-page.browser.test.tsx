import type { Role } from "@swath/contract/identity";
import type { Overview } from "@swath/contract/overview";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { renderPage } from "../data/testing/render-page.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { OverviewPage } from "./overview-page.tsx";

const AT = "2026-11-20T12:00:00.000Z";
const NONE = { count: 0, more: false, rows: [] };
const EMPTY: Overview = {
  at: AT,
  uploads: NONE,
  flown: NONE,
  failed: NONE,
  waiting: NONE,
  awaitsQA: NONE,
  projects: NONE,
  ip: { failed: 0, awaitsQA: 0 },
  iptm: { failed: 0, awaitsQA: 0 },
};
const ID = "a".repeat(24);
const upload = {
  flightId: "FL000101",
  uploadId: ID,
  type: "LiDAR",
  sensor: "Galaxy - 045",
} as const;
const processing = {
  area: "ip",
  flightId: "FL000102",
  sensorId: "SL000102",
  projectId: "PRJ00001",
  processingId: ID,
} as const;
const project = (number: number) => ({
  projectId: `PRJ000${String(number).padStart(2, "0")}`,
  name: `Corridor ${number}`,
  manager: "Linden",
  status: "Processing",
  isOwn: number === 1,
  lastFlown: "2026-11-19T03:00:00.000Z",
  planned: 24,
  flown: 18,
  uploaded: 15,
  processed: 9,
  delivered: 4,
  late: { uploads: number === 1 ? 2 : 0, qa: 0, failures: 0 },
});
const BUSY: Overview = {
  ...EMPTY,
  uploads: {
    count: 1,
    more: false,
    rows: [
      {
        ...upload,
        status: "UPLOAD_STALLED",
        isUpdate: false,
        since: "2026-11-18T10:00:00.000Z",
        reason: "the <b>browser</b> went",
      },
    ],
  },
  flown: {
    count: 1_000,
    more: true,
    rows: [
      {
        ...upload,
        uploadId: "b".repeat(24),
        status: "READY_FOR_UPLOAD",
        aircraft: "VH-LMN",
        projects: ["PRJ00001"],
        flown: "2026-11-17T03:40:00.000Z",
        user: null,
      },
    ],
  },
  failed: {
    count: 1,
    more: false,
    rows: [
      {
        ...processing,
        job: "LMS",
        label: "LMS",
        since: "2026-11-20T09:00:00.000Z",
        message: "cannot read block 3",
        group: "f".repeat(24),
      },
    ],
  },
  waiting: {
    count: 1,
    more: false,
    rows: [{ ...processing, surveyed: AT, waitsFor: "No matching parameters" }],
  },
  awaitsQA: {
    count: 12,
    more: false,
    rows: [
      {
        ...processing,
        area: "iptm",
        job: "PI1_MineIP1",
        label: "Point index",
        since: "2026-11-16T09:00:00.000Z",
        holdsUp: ["Strips", "Quality"],
      },
    ],
  },
  projects: { count: 12, more: false, rows: Array.from({ length: 12 }, (_, n) => project(n + 1)) },
  iptm: { failed: 0, awaitsQA: 1 },
};

let leave = (): void => undefined;
beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  leave();
  vi.useRealTimers();
});

async function open(
  overview: FakeAnswers["readOverview"],
  roles: readonly Role[] = [],
  more: FakeAnswers = {},
) {
  const rendered = await renderPage(fakeApi({ readOverview: overview!, ...more }), roles);
  ({ leave } = rendered);
  rendered.draw(<OverviewPage />);
}

const link = (name: string) => screen.getByRole("link", { name, exact: true });
const addressOf = (name: string): URL => new URL((link(name).element() as HTMLAnchorElement).href);
const headings = (): string[] =>
  screen
    .getByRole("heading", { level: 2 })
    .elements()
    .map((heading) => heading.textContent.replace(/[\d,+]+$/, ""));

test.each<[Role[], string[]]>([
  [
    [],
    ["Your uploads", "Flown, not uploaded", "Awaits QA", "Failed", "Waits to begin", "Projects"],
  ],
  [
    ["resubmit"],
    ["Failed", "Waits to begin", "Awaits QA", "Projects", "Your uploads", "Flown, not uploaded"],
  ],
  [
    ["leader"],
    ["Projects", "Awaits QA", "Failed", "Waits to begin", "Your uploads", "Flown, not uploaded"],
  ],
])("roles %j see what matters to them first", async (roles, titles) => {
  await open(() => BUSY, roles);
  await expect.poll(headings).toEqual(titles);
  await expectAccessible();
});

test("an upload says how it stands, since when, why and what to do, and leads to its page", async () => {
  await open(() => BUSY);
  const row = screen.getByRole("listitem").filter({ hasText: "Upload Stalled" });
  const said = () => expect.poll(() => row.element().textContent);
  await said().toMatch(/2 days$/);
  await said().toContain("the <b>browser</b> went. It waits for its folder: choose it again.");
  expect(
    (row.getByRole("link", { name: "FL000101 LiDAR" }).element() as HTMLAnchorElement).pathname,
  ).toBe(`/post/FL000101/uploads/${ID}`);
  await expect.element(screen.getByRole("heading", { name: /Flown.*1,000\+/ })).toBeVisible();
  await expect.element(screen.getByText("3 days, late")).toBeVisible();
});

test("a failure opens its review above its group, QA its review above all that awaits it", async () => {
  await open(() => BUSY);
  await expect.element(link("LMS of SL000102")).toBeVisible();
  expect(addressOf("LMS of SL000102").pathname).toBe("/ip/failures");
  expect(addressOf("LMS of SL000102").searchParams.get("group")).toBe("f".repeat(24));
  const qa = addressOf("Point index of SL000102");
  expect([qa.pathname, qa.searchParams.get("Status"), qa.searchParams.get("review")]).toEqual([
    "/iptm",
    "$any QA_PENDING",
    `${ID}.PI1_MineIP1`,
  ]);
  await expect.element(screen.getByText("Holds up Strips, Quality.")).toBeVisible();
  await expect.element(screen.getByText("4 days, late")).toBeVisible();
  await expect.element(screen.getByText("No matching parameters")).toBeVisible();
});

test("a project says how far it is and what is late; the rest of them unfolds", async () => {
  await open(() => BUSY, ["leader"]);
  await expect
    .element(
      screen.getByText("24 planned: 18 flown, 15 uploaded, 9 processed, 4 delivered").first(),
    )
    .toBeVisible();
  await expect
    .element(screen.getByText("Late: 2 logs flown more than 2 days ago and not uploaded."))
    .toBeVisible();
  const more = screen.getByRole("button", { name: "Show all 12" });
  await expect.element(link("PRJ00011")).not.toBeInTheDocument();
  await more.click();
  await expect.element(link("PRJ00012")).toBeVisible();
});

test("a project on hold is marked, beside its name", async () => {
  const held = { ...project(1), onHold: { reason: null, since: null } };
  await open(() => ({ ...EMPTY, projects: { count: 2, more: false, rows: [held, project(2)] } }));
  await expect.element(link("PRJ00002")).toBeVisible();
  const marks = screen.getByRole("button", { name: "Legal hold" });
  expect(marks.elements()).toHaveLength(1);
  await expect
    .element(screen.getByRole("listitem").filter({ hasText: "PRJ00001" }))
    .toMatchTextContent("Legal hold");
});

test("own uploads warn of a quota that is nearly used up, also where none needs the person", async () => {
  const quotas = {
    slots: { used: 4, limit: 4 },
    uploads: { used: 82, limit: 100 },
    bytes: { used: 412e9, limit: 500e9 },
    storage: null,
  };
  await open(() => EMPTY, [], { readUploadQuotas: () => quotas });
  const section = screen.getByRole("region", { name: /^Your uploads/ });
  for (const words of [
    "You are sending 4 of at most 4 uploads at once. Beyond that an upload waits in the queue",
    "You have 82 of at most 100 uploads under way.",
    "You have used 412 of 500 GB of your uploads' quota. A folder beyond it is refused.",
  ])
    await expect.element(section).toMatchTextContent(words);
  await expect.element(section.getByText("None of your uploads needs you.")).toBeVisible();
  await expectAccessible();
});

test("where nothing waits each section says so", async () => {
  await open(() => EMPTY);
  for (const text of [
    "None of your uploads needs you.",
    "All flights of the last 14 days are uploaded, or on their way.",
    "No failed job waits for an answer.",
    "No processing waits.",
    "Nothing awaits QA.",
    "No open project was flown in the last 120 days.",
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  await expectAccessible();
});

test("what the person may not see is not there", async () => {
  const { at, failed, waiting, awaitsQA, ip } = BUSY;
  await open(() => ({ at, failed, waiting, awaitsQA, ip }));
  await expect.poll(headings).toEqual(["Awaits QA", "Failed", "Waits to begin"]);
});

test("what could not be loaded says so", async () => {
  await open(() => {
    throw new ApiError({ status: 500, code: "INTERNAL", message: "the server failed" });
  });
  await expect.element(screen.getByText("The overview could not be loaded")).toBeVisible();
  await expectAccessible();
});

test("it fits a phone", async () => {
  await screen.viewport(360, 780);
  await open(() => BUSY);
  await expect.element(link("PRJ00001")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
