import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

const OVERVIEW = /\/api\/main\/overview$/;

async function overview(page: Page): Promise<void> {
  await page.goto("/overview");
  await page.getByRole("heading", { name: /^Projects/ }).waitFor();
}

const NONE = { count: 0, more: false, rows: [] };
const EMPTY = {
  at: "2026-11-20T12:00:00.000Z",
  uploads: NONE,
  flown: NONE,
  failed: NONE,
  waiting: NONE,
  awaitsQA: NONE,
  projects: NONE,
  ip: { failed: 0, awaitsQA: 0 },
  iptm: { failed: 0, awaitsQA: 0 },
};
const upload = (number: number, status: string, reason: string | null) => ({
  flightId: `FL00010${number}`,
  uploadId: String(number).repeat(24),
  type: "LiDAR",
  sensor: "Galaxy Prime - 045",
  status,
  isUpdate: number === 3,
  since: `2026-11-${20 - number}T07:12:00.000Z`,
  reason,
});
const flown = (number: number, days: number, status: string, user: string | null) => ({
  flightId: `FL00020${number}`,
  uploadId: `f${number}`.padEnd(24, "0"),
  type: number % 2 === 0 ? "MediumFormatImagery" : "LiDAR",
  sensor: number % 2 === 0 ? "P1-071" : "Galaxy Prime - 045",
  status,
  aircraft: "VH-LMN",
  projects: ["PRJ00012"],
  flown: `2026-11-${20 - days}T03:40:00.000Z`,
  user,
});
const project = (number: number, steps: readonly number[], late: readonly number[]) => ({
  projectId: `PRJ0001${number}`,
  name: ["Pilbara Rail Corridor", "Coastal Survey 2026", "Snowy Valley Powerlines"][number],
  manager: "Linden Manager",
  status: "Processing",
  isOwn: number === 0,
  lastFlown: `2026-11-1${9 - number}T03:40:00.000Z`,
  planned: steps[0],
  flown: steps[1],
  uploaded: steps[2],
  processed: steps[3],
  delivered: number === 2 ? null : steps[4],
  late: { uploads: late[0], qa: late[1], failures: late[2] },
});
const BUSY = {
  ...EMPTY,
  uploads: {
    count: 3,
    more: false,
    rows: [
      upload(1, "UPLOAD_FAILED", "FL000101_01.005 changed on the drive"),
      upload(2, "UPLOAD_STALLED", "The browser was not heard of for a minute"),
      upload(3, "UPLOAD_PAUSED", null),
    ],
  },
  flown: {
    count: 24,
    more: false,
    rows: [
      flown(1, 1, "READY_FOR_UPLOAD", null),
      flown(2, 1, "READY_FOR_UPLOAD", null),
      flown(3, 3, "UPLOAD_STALLED", "Casey Crew"),
      flown(4, 6, "UPLOAD_CANCELLED", "Robin Crew"),
    ],
  },
  projects: {
    count: 3,
    more: false,
    rows: [
      project(0, [24, 18, 15, 9, 4], [2, 1, 0]),
      project(1, [60, 60, 60, 41, 30], [0, 0, 0]),
      project(2, [8, 2, 1, 0, 0], [0, 0, 1]),
    ],
  },
};

export const OVERVIEW_SCENES: readonly Scene[] = [
  { name: "overview-crew", account: "crew", open: overview },
  { name: "overview-operator", account: "operator", open: overview },
  { name: "overview-leader", account: "leader", open: overview },
  {
    name: "overview-busy",
    account: "crew",
    async open(page) {
      await answer(page, OVERVIEW, BUSY);
      await overview(page);
    },
  },
  {
    name: "overview-empty",
    account: "crew",
    async open(page) {
      await answer(page, OVERVIEW, EMPTY);
      await overview(page);
    },
  },
  {
    name: "overview-loading",
    account: "crew",
    async open(page) {
      await hold(page, OVERVIEW);
      await page.goto("/overview");
      await page.getByText("Looking for what needs you...").waitFor();
    },
  },
  {
    name: "overview-error",
    account: "crew",
    async open(page) {
      await fail(page, OVERVIEW);
      await page.goto("/overview");
      await page.getByText("The overview could not be loaded").waitFor();
    },
  },
  {
    name: "overview-walk",
    account: "crew",
    async open(page) {
      await page.goto("/post");
      await page
        .getByRole("link", { name: /^FL\d{6}$/ })
        .nth(3)
        .click();
      await page.getByRole("button", { name: /^Next: FL/ }).waitFor();
    },
  },
];
