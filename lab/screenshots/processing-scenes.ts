import type { Page } from "@playwright/test";
import { JOB_STATUSES, statusesOf } from "@swath/contract/processing";
import type { Scene } from "./scene.ts";
import { change, fail, hold } from "./states.ts";

const LIST = /\/api\/processing\/processing\?/;
const TERRAIN_MAPPER = /\/api\/terrain-mapper\/processing\?/;
const ORCHESTRATION = /\/api\/orchestration\//;
const VALIDATION = /archive_validation/;
const STEPS = 20;

export async function rows(page: Page, address = "/ip"): Promise<void> {
  await page.goto(address);
  await page
    .getByRole("rowheader")
    .filter({ hasText: /SL\d{6}/ })
    .first()
    .waitFor();
}

/** The menu of the first job that offers such an action. */
export async function openMenu(page: Page, action: RegExp): Promise<void> {
  const cells = page.locator("tbody button[aria-haspopup=menu]");
  for (const cell of await cells.all()) {
    await cell.click();
    const item = page.getByRole("menuitem", { name: action });
    if ((await item.count()) > 0 && (await item.first().isEnabled())) return;
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  throw new Error(`no job offers ${action}`);
}

async function chosen(page: Page, action: RegExp): Promise<void> {
  await openMenu(page, action);
  await page.getByRole("menuitem", { name: action }).first().click();
}

export const statusPage = (status: string) => `/ip?Status=${encodeURIComponent(`$any ${status}`)}`;

interface Listed {
  readonly GPSProcStatus: string | null;
  readonly LMSProcStatus: string | null;
  readonly ClusterProcessing: readonly object[];
}

const full = (listed: readonly Listed[]): Listed => {
  const found = listed.find(
    (row) => row.GPSProcStatus !== null && row.LMSProcStatus !== null && row.ClusterProcessing[0],
  );
  if (found === undefined) throw new Error("the list has no row with stages");
  return found;
};

const turn = <T>(values: readonly T[], index: number): T => values[index % values.length]!;
const idOf = (index: number): string => String(index).padStart(24, "0");

/** Rows that show every status of each column, and every condition of a row. */
function everyStatus(listed: readonly Listed[]): object[] {
  const row = full(listed);
  const stages = statusesOf("stage");
  return Array.from({ length: 10 }, (_row, index) => ({
    ...row,
    _id: idOf(index),
    GPSProcStatus: turn(statusesOf("gps"), index),
    LMSProcStatus: turn(statusesOf("lms"), index),
    DocumentMajorVersion: 4.2,
    isArchived: false,
    Active: index !== 8,
    deletedSuperseded: false,
    ClusterProcessing: Array.from({ length: 8 }, (_, n) => ({
      ...turn(row.ClusterProcessing, n),
      Name: `${turn(["PI1", "ICP1", "ICP2", "MiningAI3", "DEM1", "QA1"], n)}_${n}`,
      Status: turn(stages, index * 8 + n),
    })),
  }));
}

const CUSTOM = {
  eo_only: true,
  counter: 2,
  gpsFiles: 4,
  rangeFiles: null,
  gpsStartTime: 300_000,
  gpsEndTime: 300_120.5,
};

/** Archives of each generation, what is superseded, what was deleted. */
function everyCondition(listed: readonly Listed[]): object[] {
  const row = {
    ...full(listed),
    archiveS3PathLiDAR: "s3://swath-archive/FL000101/LiDAR/",
    ArchiveOpens: true,
  };
  const archived = { isArchived: true, ProjectStatus: "Closed" };
  const conditions = [
    { DocumentMajorVersion: 1.4, ...archived },
    { DocumentMajorVersion: 3, ...archived },
    { DocumentMajorVersion: 4.2, ...archived },
    { Active: false },
    { Active: false, deletedSuperseded: true },
    { CustomProcessing: CUSTOM, LMSProcStatus: "NOT_APPLICABLE" },
    { isSplitFlight: true, ProjectAOINo: 2 },
    { Locked: true, ProcessingTemplate: "PowerICP" },
  ];
  return Array.from(conditions, (condition, index) => ({ ...row, _id: idOf(index), ...condition }));
}

/** A pipeline that is longer than what is in sight. */
function longPipelines(list: unknown): unknown {
  const { documents, count } = list as { documents: readonly Listed[]; count: number };
  return {
    count,
    documents: Array.from(documents, (row) => ({
      ...row,
      ClusterProcessing: Array.from({ length: row.ClusterProcessing[0] ? STEPS : 0 }, (_, n) => ({
        ...turn(row.ClusterProcessing, n),
        Name: `Step${n + 1}_TM`,
        Label: `Step ${n + 1}`,
        Status: turn(
          JOB_STATUSES.filter((status) => statusesOf("stage").includes(status)),
          n,
        ),
      })),
    })),
  };
}

const listOf = (rowsOf: (listed: readonly Listed[]) => object[]) => (json: unknown) =>
  rowsOf(json as readonly Listed[]);

const scene = (
  name: string,
  account: "operator" | "crew" | "guest" | "processing",
  open: (page: Page) => Promise<void>,
): Scene => ({ name, account, open });

const LISTS: readonly Scene[] = [
  scene("processing-full", "operator", (page) => rows(page)),
  scene("processing-past", "operator", (page) => rows(page, "/ip?page=3")),
  scene("processing-guest", "guest", (page) => rows(page, "/ip?page=3")),
  scene("processing-only-user", "processing", (page) => rows(page, "/")),
  scene("processing-statuses", "operator", async (page) => {
    await change(page, LIST, listOf(everyStatus));
    await rows(page);
  }),
  scene("processing-conditions", "operator", async (page) => {
    await change(page, LIST, listOf(everyCondition));
    await rows(page);
  }),
  scene("processing-columns", "operator", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Compact" }).click();
    await page.getByRole("checkbox", { name: "Flight Lines" }).click();
  }),
  scene("processing-arranged", "operator", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Compact" }).click();
    const wider = page.getByRole("button", { name: "Processing Template: wider" });
    for (let n = 0; n < 5; n += 1) await wider.click();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }),
  scene("processing-unfolded-tabs", "operator", async (page) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto("/ip");
    await page.getByRole("button", { name: "All of Processing" }).click();
    await page.getByRole("button", { name: "All of Areas" }).click();
  }),
  scene("processing-legend", "operator", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByText(/Bound missed:/).waitFor();
  }),
  scene("processing-loading", "crew", async (page) => {
    await hold(page, LIST);
    await page.goto("/ip");
    await page.getByText("Loading Processings...").first().waitFor();
  }),
  scene("processing-empty", "crew", async (page) => {
    await page.goto("/ip?FlightID=$any FL999999");
    await page.getByText("No valid data available").waitFor();
  }),
  scene("processing-failed", "crew", async (page) => {
    await fail(page, LIST);
    await page.goto("/ip");
    await page.getByText("Processings could not be loaded").waitFor();
  }),
  scene("processing-stale", "crew", async (page) => {
    await rows(page);
    await fail(page, LIST);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByText(/^Could not be refreshed/).waitFor();
  }),
  scene("processing-filters", "crew", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Processing Template").waitFor();
  }),
  scene("processing-filtered", "crew", (page) =>
    rows(
      page,
      `${statusPage("FAILED")}&ProcessingTemplate=${encodeURIComponent("$any LiDAR-MiningAI")}`,
    ),
  ),
];

const ACTIONS: readonly Scene[] = [
  scene("processing-menu", "operator", async (page) => {
    await rows(page, statusPage("COMPLETED"));
    await openMenu(page, /Mark as QA Completed \(with errors\)/);
  }),
  scene("processing-menu-disabled", "crew", async (page) => {
    await rows(page, statusPage("FAILED"));
    await page.locator("tbody button[aria-haspopup=menu]").first().click();
    await page.getByRole("menu").waitFor();
  }),
  scene("processing-tooltip", "operator", async (page) => {
    await rows(page, statusPage("QA_COMPLETED_WITH_ERRORS"));
    await page
      .getByRole("button", { name: /QA completed with errors/ })
      .first()
      .hover();
    await page.getByRole("tooltip").waitFor();
  }),
  scene("processing-waiting", "operator", async (page) => {
    await rows(page, statusPage("QA_PENDING"));
    await hold(page, ORCHESTRATION);
    await chosen(page, /^Mark as QA Completed$/);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("The client accepts it");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Waiting", { exact: true }).first().waitFor();
  }),
  scene("processing-qa-log", "operator", async (page) => {
    await rows(page, statusPage("COMPLETED"));
    await chosen(page, /\(with errors\)/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-update-status", "operator", async (page) => {
    await rows(page, statusPage("FAILED"));
    await chosen(page, /Mark as Completed/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-changed", "operator", async (page) => {
    await rows(page, statusPage("FAILED"));
    await page.route(ORCHESTRATION, (route) =>
      route.fulfill({
        status: 409,
        json: { code: "RECORD_CHANGED", message: "changed", details: {}, requestId: "shown" },
      }),
    );
    await chosen(page, /Mark as Ignore/);
    await page.getByRole("dialog").getByRole("textbox").fill("Not needed");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/Someone has changed this record/).waitFor();
  }),
  scene("processing-expected-end", "operator", async (page) => {
    await rows(page, statusPage("RUNNING"));
    // A pointer would be elsewhere in a window of another width.
    await page.keyboard.press("Tab");
    await page
      .getByRole("button", { name: /^QA1.*: Running/ })
      .first()
      .focus();
    await page.getByRole("tooltip").getByText("Expected end").waitFor();
  }),
  scene("processing-cancel-lms", "operator", async (page) => {
    await rows(page, statusPage("RUNNING"));
    await chosen(page, /Cancel LMS/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-results", "operator", async (page) => {
    await rows(page, statusPage("FAILED"));
    await chosen(page, /View failure details/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-archive-validating", "operator", async (page) => {
    await change(page, LIST, listOf(everyCondition));
    await hold(page, VALIDATION);
    await rows(page);
    await page
      .getByRole("button", { name: /validates and opens/ })
      .first()
      .click();
    await page.getByText("Validating archived files...").waitFor();
  }),
  scene("processing-archive-failed", "operator", async (page) => {
    await change(page, LIST, listOf(everyCondition));
    await fail(page, VALIDATION);
    await rows(page);
    await page
      .getByRole("button", { name: /validates and opens/ })
      .first()
      .click();
    await page.getByText("Failed to validate archived files").waitFor();
  }),
];

const TERRAIN_MAPPER_SCENES: readonly Scene[] = [
  scene("terrain-mapper-full", "operator", (page) => rows(page, "/iptm")),
  scene("terrain-mapper-carousel", "operator", async (page) => {
    await change(page, TERRAIN_MAPPER, longPipelines);
    await rows(page, "/iptm");
    await page
      .getByRole("button", { name: /^Next steps/ })
      .first()
      .click();
  }),
  scene("terrain-mapper-loading", "crew", async (page) => {
    await hold(page, TERRAIN_MAPPER);
    await page.goto("/iptm");
    await page.getByText("Loading...").first().waitFor();
  }),
  scene("terrain-mapper-empty", "crew", async (page) => {
    await page.goto("/iptm?FlightID=$any FL999999");
    await page.getByText("No valid data available").waitFor();
  }),
  scene("terrain-mapper-failed", "crew", async (page) => {
    await fail(page, TERRAIN_MAPPER);
    await page.goto("/iptm");
    await page.getByText(/^Error: /).waitFor();
  }),
];

export const PROCESSING_SCENES: readonly Scene[] = [...LISTS, ...ACTIONS, ...TERRAIN_MAPPER_SCENES];
