import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { Calibration } from "@swath/contract/calibrations";
import { call, type Started, tokenOf } from "./api.ts";
import { expect, test } from "./fixtures.ts";

/** Most stops of the Tab key on the way to a control. */
const MOST_STOPS = 120;

/** Whether the focus is in the control's row, whose controls the arrows walk. */
const isInRow = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const row = element.closest("[data-row]");
    const hasStop = element.matches("select, input:not([type=checkbox])");
    return !hasStop && row?.contains(document.activeElement) === true;
  });

/** Walks to a control by the keyboard alone: by Tab, and in the row of a table by arrows. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  let key = "Tab";
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    const isWalked = await isInRow(control);
    key = isWalked ? (key === "Tab" ? "Home" : "ArrowRight") : "Tab";
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${String(control)}`);
}

async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function choose(page: Page, label: string, typed: string): Promise<void> {
  await tabTo(page, page.getByRole("combobox", { name: label }));
  await page.keyboard.type(typed);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

async function typeInstant(page: Page, label: string, digits: string): Promise<void> {
  const group = page.getByRole("group", { name: label });
  await tabTo(page, group.getByRole("spinbutton", { name: "Year" }));
  await page.keyboard.type(digits);
}

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function typeNumbers(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names)
    for (const axis of ["X", "Y", "Z"]) {
      await tabTo(page, textbox(page, `${name} ${axis}`));
      await page.keyboard.type("0.1");
    }
}

/** A folder of instrument files by the naming standard. */
function instrumentFolder(place: string, name: string): string {
  const folder = join(place, name);
  mkdirSync(folder);
  for (const kind of ["RES", "TBL", "LCP"])
    writeFileSync(join(folder, `${name}.${kind}`), `${kind} of ${name}\n`);
  return folder;
}

async function upload(page: Page, folder: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press(page, button(page, "Upload LMS Calibration Files"));
  await (await chooser).setFiles(folder);
  await expect(page.getByText("Instrument files loaded")).toBeVisible();
}

/** A record that misses a number, and has its instrument files. */
async function incompleteRecord(swath: Started): Promise<Calibration> {
  const path = "/processing/calibration?pageSize=-1&Status=Invalid";
  const { body } = await call<Calibration[]>(swath, tokenOf(swath, "crew"), path);
  const found = body.find(({ hasInstrumentFiles }) => hasInstrumentFiles);
  if (found === undefined) throw new Error("no record is to be completed");
  return found;
}

test("LiDAR parameters are filtered, entered, completed and compared by keyboard alone", async ({
  swath,
  asUser,
  place,
}) => {
  const page = await asUser("crew");
  await page.goto("/ip/params");
  await press(page, button(page, "Filter by Sensor"));
  await press(page, page.getByRole("checkbox", { name: "Galaxy Edge Plus - 999" }), "Space");
  await press(page, button(page, "OK"));
  await expect(page).toHaveURL(/SensorName=/);
  await expect(page.getByRole("row", { name: /Galaxy Prime - 045/ })).toHaveCount(0);

  await press(page, page.getByRole("link", { name: "Add New Calibration Parameters" }));
  await choose(page, "LiDAR Sensor", "- 999");
  await choose(page, "Aircraft", "VH-LDR");
  await typeInstant(page, "Survey Date (UTC)", "202604010000");
  await typeInstant(page, "Calibration Due Date (UTC)", "209901010000");
  await typeNumbers(page, ["GPS Lever Arm", "IMU Lever Arm", "IMU Mounting Angle"]);
  await upload(page, instrumentFolder(place, "1234999_VH-LDR_LMS42_01042026"));
  await page.reload();
  await expect(page.getByText("Your unsaved entries are restored.")).toBeVisible();
  await expect(page.getByText("Instrument files loaded")).toBeVisible();
  await tabTo(page, textbox(page, "GPS Lever Arm X"));
  await page.keyboard.type("40");
  await press(page, button(page, "Add Parameters"));
  const question = page.getByRole("dialog", { name: "Are these values right?" });
  await expect(question).toBeVisible();
  await press(page, question.getByRole("button", { name: "Save them" }));
  await expect(page.getByText("Parameters added")).toBeVisible();

  await tabTo(page, page.getByRole("combobox", { name: "Filter by Status" }));
  await page.keyboard.type("Invalid");
  await expect(page).toHaveURL(/Status=Invalid/);
  const { SensorName, Aircraft } = await incompleteRecord(swath);
  await press(page, page.getByRole("link", { name: `Edit ${SensorName} in ${Aircraft},` }));
  await tabTo(page, textbox(page, "IMU Mounting Angle Z"));
  await page.keyboard.type("0.3");
  await press(page, button(page, "Update Parameters"));
  await expect(page.getByText("Parameters updated")).toBeVisible();

  await press(page, page.getByRole("checkbox", { name: /^Compare .* in / }).nth(0), "Space");
  await press(page, page.getByRole("checkbox", { name: /^Compare .* in / }).nth(1), "Space");
  await press(page, page.getByRole("link", { name: "Compare" }));
  await expect(page.getByRole("row", { name: /^RES file/ })).toBeVisible();
  const rows = await page.getByRole("row").count();
  await press(page, page.getByRole("switch", { name: "Only what differs" }), "Space");
  await expect.poll(async () => page.getByRole("row").count()).toBeLessThan(rows);
});

test("of two people who complete imagery parameters the second sees what the first changed", async ({
  asUser,
}) => {
  const pages = [await asUser("crew"), await asUser("leader")] as const;
  for (const page of pages) {
    await page.goto("/ip/imagery-params?Status=Invalid");
    await page
      .getByRole("link", { name: /^Edit / })
      .first()
      .click();
    await textbox(page, "Boresight Angle Tz").fill("0.25");
  }
  const [first, second] = pages;
  await textbox(first, "Boresight Angle Tz").fill("0.5");
  await button(first, "Update Parameters").click();
  await expect(first.getByText("Parameters updated")).toBeVisible();
  await button(second, "Update Parameters").click();
  const dialog = second.getByRole("dialog", { name: "Another person changed these parameters" });
  await expect(dialog.getByRole("row", { name: /^Boresight Angle Tz none 0.5/ })).toBeVisible();
  await second.reload();
  await expect(second.getByText(/your entries were not filled in\.$/)).toBeVisible();
});

test("an administrator's LMS version is on everybody's open pages within seconds, and on record", async ({
  asUser,
}) => {
  const admin = await asUser("admin", "/administration");
  const crew = await asUser("crew", "/ip/params?Status=Current");
  const leader = await asUser("leader", "/ip");
  const former = "3.3.3";
  const ofFormer = crew.getByRole("row").filter({ hasText: former });
  await expect(ofFormer.first()).toBeVisible();
  await leader
    .getByRole("link", { name: `LMS ${former}` })
    .first()
    .hover();
  for (const [version, record, row, tooltip] of [
    ["9.7", [former, "9.7"], /not current/, `Calibrated for LMS ${former}; current: 9.7`],
    [former, ["9.7", former], /^(?!.*not current)/, "Calibrated for the current LMS version"],
  ] as const) {
    await textbox(admin, "New LMS version").fill(version);
    await button(admin, "Change").click();
    await button(admin, "Set").click();
    await expect(admin.getByText(`The LMS version is ${version}`)).toBeVisible();
    const changes = admin.getByRole("table", { name: "Changes of the LMS version" });
    const latest = changes.getByRole("row").nth(1).getByRole("cell");
    await expect(latest).toHaveText(["Ada Admin", ...record]);
    await expect(ofFormer.first()).toHaveText(row);
    await expect(leader.getByRole("tooltip")).toHaveText(tooltip);
  }
});
