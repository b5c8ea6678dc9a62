import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { removeFolder, temporaryFolder } from "../../e2e/swath.ts";
import type { Scene } from "./scene.ts";

type Kind = "lidar" | "imagery";
const LISTS: Readonly<Record<Kind, string>> = {
  lidar: "/ip/params",
  imagery: "/ip/imagery-params",
};
const CHOICE = /^Compare .* in /;

async function list(page: Page, kind: Kind): Promise<void> {
  await page.goto(LISTS[kind]);
  await page.getByRole("row").nth(1).waitFor();
}

async function compare(page: Page, kind: Kind): Promise<void> {
  await list(page, kind);
  await page.getByRole("checkbox", { name: CHOICE }).nth(0).check();
  await page.getByRole("checkbox", { name: CHOICE }).nth(1).check();
}

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name,
  account: "crew",
  open,
});

/** What both kinds of parameters have. */
const scenesOf = (kind: Kind): readonly Scene[] => [
  scene(`${kind}-parameters`, (page) => list(page, kind)),
  scene(`${kind}-parameters-filter`, async (page) => {
    await list(page, kind);
    await page.getByRole("button", { name: "Filter by Sensor" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene(`${kind}-parameters-none`, async (page) => {
    await page.goto(`${LISTS[kind]}?Aircraft=${encodeURIComponent("$any VH-ZZZ")}`);
    await page.getByText(/^No (calibration|imagery) parameters/).waitFor();
  }),
  scene(`${kind}-parameters-record`, async (page) => {
    await list(page, kind);
    await page
      .getByRole("link", { name: /^View / })
      .first()
      .click();
    await page.getByRole("heading", { name: "Flights that use these parameters" }).waitFor();
  }),
  scene(`${kind}-parameters-chosen`, (page) => compare(page, kind)),
  scene(`${kind}-parameters-compared`, async (page) => {
    await compare(page, kind);
    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "Compared parameters" }).waitFor();
  }),
];

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option").first().click();
}

async function fillIn(page: Page): Promise<void> {
  await page.goto("/ip/params/new");
  await choose(page, "LiDAR Sensor");
  await choose(page, "Aircraft");
  const survey = page.getByRole("group", { name: "Survey Date (UTC)" });
  await survey.getByRole("spinbutton", { name: "Year" }).click();
  await page.keyboard.type("202603010000");
  await page.getByRole("textbox", { name: "GPS Lever Arm X" }).fill("40");
  await page.getByRole("textbox", { name: "GPS Lever Arm Y" }).fill("0,8");
}

const lastAngle = (page: Page) => page.getByRole("textbox", { name: "IMU Mounting Angle Z" });

async function edit(page: Page, name: string): Promise<void> {
  await page.goto("/ip/params?Status=Invalid");
  await page.getByRole("row").nth(1).waitFor();
  await page.getByRole("link", { name }).first().click();
  await lastAngle(page).waitFor();
}

async function save(page: Page, angle: string): Promise<void> {
  await lastAngle(page).fill(angle);
  await upload(page);
  await page.getByRole("button", { name: "Update Parameters" }).click();
}

/** Uploads instrument files named after what is chosen in the form. */
async function upload(page: Page): Promise<void> {
  const sensor = await page.getByRole("combobox", { name: "LiDAR Sensor" }).inputValue();
  const aircraft = await page.getByRole("combobox", { name: "Aircraft" }).inputValue();
  const survey = await page.getByRole("group", { name: "Survey Date (UTC)" }).textContent();
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(survey ?? "")!;
  const folder = temporaryFolder("instrument-files");
  for (const kind of ["RES", "TBL", "LCP"])
    writeFileSync(
      join(folder, `1234${sensor.slice(-3)}_${aircraft}_LMS42_${day}${month}${year}.${kind}`),
      kind,
    );
  await page.getByLabel("Folder of LMS calibration files").setInputFiles(folder);
  await page.getByText("Instrument files loaded").waitFor();
  removeFolder(folder);
}

/** What happens in the form of LiDAR parameters. */
const LIDAR_FORM_SCENES: readonly Scene[] = [
  scene("lidar-parameters-compared-files", async (page) => {
    await compare(page, "lidar");
    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByRole("region", { name: /^What differs in the RES/ }).scrollIntoViewIfNeeded();
  }),
  scene("lidar-parameters-dates", async (page) => {
    await list(page, "lidar");
    await page.getByRole("button", { name: "Filter by Survey Date/Wheels Up" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("lidar-parameters-new-empty", async (page) => {
    await page.goto("/ip/params/new");
    await page.getByRole("button", { name: "Add Parameters" }).waitFor();
  }),
  scene("lidar-parameters-draft", async (page) => {
    await fillIn(page);
    await page.reload();
    await page.getByText(/entries are restored/).waitFor();
  }),
  scene("lidar-parameters-changes", async (page) => {
    await edit(page, "Edit");
    await page.getByRole("textbox", { name: "GPS Lever Arm X" }).fill("0.9");
    await lastAngle(page).fill("0.3");
    await page.getByText(/^\d changes/).waitFor();
  }),
  scene("lidar-parameters-implausible", async (page) => {
    await edit(page, "Edit");
    await page.getByRole("textbox", { name: "GPS Lever Arm X" }).fill("40");
    await save(page, "0.3");
    await page.getByRole("dialog").waitFor();
  }),
  scene("lidar-parameters-edit-conflict", async (page) => {
    const other = await page.context().newPage();
    await other.goto("/ip/params?Status=Invalid");
    await other.getByRole("row").nth(1).waitFor();
    const names = await other.getByRole("link", { name: /^Edit / }).all();
    const name = (await names.at(-1)!.getAttribute("aria-label"))!;
    await edit(page, name);
    await edit(other, name);
    await save(other, "0.3");
    await other.waitForURL(/\/ip\/params$/);
    await other.close();
    await save(page, "0.4");
    await page.getByRole("dialog").waitFor();
  }),
];

/** Calibration parameters of LiDAR and imagery: lists, records, forms and comparisons. */
export const PARAMETER_SCENES: readonly Scene[] = [
  ...scenesOf("lidar"),
  ...scenesOf("imagery"),
  scene("lidar-parameters-new", fillIn),
  scene("lidar-parameters-files-refused", async (page) => {
    await fillIn(page);
    await page.getByLabel("Folder of LMS calibration files").setInputFiles("lab/screenshots");
    await page.getByRole("dialog").waitFor();
  }),
  scene("imagery-parameters-new", async (page) => {
    await page.goto("/ip/imagery-params/new");
    await page.getByRole("textbox", { name: "Camera Lever Arm X" }).fill("40");
    await page.getByRole("textbox", { name: "Kappa Cardinal" }).fill("9o");
  }),
  scene("imagery-parameters-edit", async (page) => {
    await page.goto("/ip/imagery-params?Status=Invalid");
    await page
      .getByRole("link", { name: /^Edit / })
      .first()
      .click();
    await page.getByRole("textbox", { name: "Boresight Angle Tz" }).fill("400");
    await page.reload();
    await page.getByText(/entries are restored/).waitFor();
  }),
  ...LIDAR_FORM_SCENES,
];
