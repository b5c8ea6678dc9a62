import type { Page } from "@playwright/test";
import type {
  Certificate,
  Deletion,
  DeletionPreview,
  ProjectHold,
} from "@swath/contract/retention";
import type { UploadQuotas } from "@swath/contract/uploads";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

const SINCE = "2026-03-14T08:30:00Z";
const HOLD: ProjectHold = {
  id: 1,
  projectId: "PRJ00001",
  projectName: "Murray Basin Corridor Mapping",
  flights: 12,
  reason: "A dispute about the boundary of the survey (case 2026/118)",
  by: "Ada Administrator",
  since: SINCE,
  lifted: null,
};
const HOLDS: readonly ProjectHold[] = [
  HOLD,
  {
    ...HOLD,
    id: 2,
    projectId: "PRJ00002",
    projectName: null,
    lifted: { at: "2026-04-02T10:00:00Z", by: "Ada Administrator", reason: "The case is closed" },
  },
];
const DELETION: Deletion = {
  id: 1,
  kind: "flight",
  about: "FL000117",
  reason: "The client asked for it by letter of 2 March 2026",
  by: "Ada Administrator",
  ordered: SINCE,
  ended: null,
  certificate: null,
  objects: 1_204,
  bytes: 73e9,
};
const DELETIONS: readonly Deletion[] = [
  DELETION,
  { ...DELETION, id: 2, kind: "project", about: "PRJ00031", ended: SINCE, certificate: 7 },
];
const PREVIEW: DeletionPreview = {
  flights: ["FL000001", "FL000002"],
  shared: ["FL000009"],
  uploads: 4,
  processings: 2,
  archives: 1,
  objects: 18_422,
  bytes: 1.2e12,
  refusals: [],
  holds: [],
};
const CERTIFICATES: readonly Certificate[] = [
  { id: 7, kind: "project", about: "PRJ00031", made: SINCE, by: "Ada Administrator" },
  { id: 6, kind: "person", about: "Former person 3", made: SINCE, by: "Ada Administrator" },
];
const DUE = {
  years: 10,
  projects: [
    {
      projectId: "PRJ00007",
      name: "Hunter Valley 2015",
      closed: "2015-11-02T00:00:00Z",
      years: 10,
      flights: 31,
    },
  ],
};

async function openAdministration(page: Page): Promise<void> {
  await page.goto("/administration");
  await page.getByRole("table", { name: "Changes of the LMS version" }).waitFor();
}

/** With everything that an administrator of some years sees of the life of data. */
async function openOfYears(page: Page): Promise<void> {
  await answer(page, "**/administration/holds", HOLDS);
  await answer(page, "**/administration/deletions", DELETIONS);
  await answer(page, "**/administration/certificates", CERTIFICATES);
  await answer(page, "**/administration/due", DUE);
  await openAdministration(page);
  await page.getByText("Former person 3").waitFor();
}

const at = (page: Page, heading: string): Promise<void> =>
  page.getByRole("heading", { name: heading }).evaluate((each) => each.scrollIntoView());

/** Asks what a deletion would take, which is as told. */
async function previewDeletion(page: Page, preview: DeletionPreview): Promise<void> {
  await answer(page, "**/administration/deletions/preview?*", preview);
  await openOfYears(page);
  await page.getByLabel("Flight or project").fill("PRJ00001");
  await page.getByRole("button", { name: "Show what goes" }).click();
}

function scene(name: string, open: (page: Page) => Promise<void>): Scene {
  return { name: `administration${name}`, account: "admin", open };
}

const QUOTAS: UploadQuotas = {
  slots: { used: 4, limit: 4 },
  uploads: { used: 17, limit: 20 },
  bytes: { used: 9.4e12, limit: 10e12 },
  storage: { used: 1.02e15, limit: 1e15 },
};

export const ADMINISTRATION_SCENES: readonly Scene[] = [
  scene("", openAdministration),
  scene("-change", async (page) => {
    await openAdministration(page);
    await page.getByLabel("New LMS version").fill("4.2");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("-of-years", async (page) => {
    await openOfYears(page);
    await at(page, "Projects on hold");
  }),
  scene("-certificates", async (page) => {
    await openOfYears(page);
    await page.getByText("Former person 3").scrollIntoViewIfNeeded();
  }),
  scene("-hold", async (page) => {
    await openOfYears(page);
    await page.getByLabel("Project ID").fill("PRJ00003");
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("-deletion", async (page) => {
    await previewDeletion(page, PREVIEW);
    await page.getByRole("dialog").waitFor();
  }),
  scene("-deletion-refused", async (page) => {
    const holds = [{ projectId: "PRJ00001", reason: HOLD.reason, since: SINCE }];
    const refusals = ["An upload of FL000002 is under way", "PRJ00001 is on hold"];
    await previewDeletion(page, { ...PREVIEW, refusals, holds });
    await page.getByText("is under way").waitFor();
    await at(page, "Deleted data");
  }),
  scene("-person", async (page) => {
    await openOfYears(page);
    await page.getByLabel("Subject").fill("casey");
    await page.getByLabel("Full name").fill("Casey Crew");
    await page.getByRole("button", { name: "Remove a person" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("-failed", async (page) => {
    for (const part of ["holds", "deletions", "certificates"])
      await fail(page, `**/administration/${part}`);
    await openAdministration(page);
    await at(page, "Projects on hold");
  }),
  scene("-loading", async (page) => {
    for (const part of ["holds", "deletions", "certificates"])
      await hold(page, `**/administration/${part}`);
    await openAdministration(page);
    await at(page, "Projects on hold");
  }),
  {
    name: "quotas",
    account: "crew",
    async open(page) {
      await answer(page, "**/upload_quotas", QUOTAS);
      await page.goto("/overview");
      await page.getByText("of your uploads’ quota").or(page.getByText("uploads' quota")).waitFor();
    },
  },
];
