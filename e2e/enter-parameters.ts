import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { LIDAR_PARAMETERS, surveyDay } from "@swath/contract/calibrations";
import { expect } from "./fixtures.ts";
import { type Day, FLIGHT } from "./operator.ts";

const DAY_MS = 86_400_000;

type Numbers = Readonly<Record<(typeof LIDAR_PARAMETERS)[number], number>>;

/** The record of the flight log that was in force at the flight. */
export interface Fitted extends Numbers {
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
}

/** Instrument files by the naming standard; the default pipeline reads none of them. */
function instrumentFolder(
  { place }: Day,
  { SensorName, Aircraft }: Fitted,
  survey: string,
): string {
  const name = `20SEN${SensorName.slice(-3)}_${Aircraft}_LMS42_${surveyDay(survey)}`;
  const folder = join(place, `instrument_${surveyDay(survey)}`);
  mkdirSync(folder);
  for (const kind of ["RES", "TBL", "LCP"])
    writeFileSync(join(folder, `${name}.${kind}`), `${kind} of ${SensorName}`);
  return folder;
}

const LABELS: Readonly<Record<(typeof LIDAR_PARAMETERS)[number], string>> = {
  PriGNSSLeverX: "GPS Lever Arm X",
  PriGNSSLeverY: "GPS Lever Arm Y",
  PriGNSSLeverZ: "GPS Lever Arm Z",
  RefToIMULeverX: "IMU Lever Arm X",
  RefToIMULeverY: "IMU Lever Arm Y",
  RefToIMULeverZ: "IMU Lever Arm Z",
  RefToIMUMountingAnglX: "IMU Mounting Angle X",
  RefToIMUMountingAnglY: "IMU Mounting Angle Y",
  RefToIMUMountingAnglZ: "IMU Mounting Angle Z",
};

async function typeInstant(page: Page, label: string, digits: string): Promise<void> {
  const group = page.getByRole("group", { name: label });
  await group.getByRole("spinbutton", { name: "Year" }).click();
  await page.keyboard.type(digits);
}

/** Enters parameters of a survey so many days after that of the record, as they come out of it. */
export async function enterParameters(
  day: Day,
  page: Page,
  { record, days, numbers }: { record: Fitted; days: number; numbers: Partial<Numbers> },
): Promise<void> {
  const survey = new Date(Date.parse(record.SurveyDate) + days * DAY_MS).toISOString();
  await page.goto("/ip/params");
  await page.getByRole("link", { name: "Add New Calibration Parameters" }).click();
  await expect(page.getByRole("link", { name: "NEW PARAMETER" })).toBeVisible();
  for (const [label, value] of [
    ["LiDAR Sensor", record.SensorName],
    ["Aircraft", record.Aircraft],
  ] as const) {
    await page.getByRole("combobox", { name: label }).fill(value);
    await page.getByRole("option", { name: value, exact: true }).click();
  }
  await typeInstant(page, "Survey Date (UTC)", `${survey.slice(0, 10).replaceAll("-", "")}0000`);
  await typeInstant(page, "Calibration Due Date (UTC)", "209901010000");
  for (const name of LIDAR_PARAMETERS)
    await page
      .getByRole("textbox", { name: LABELS[name] })
      .fill(String(numbers[name] ?? record[name]));
  const folder = instrumentFolder(day, record, survey);
  await page.getByLabel("Folder of LMS calibration files").setInputFiles(folder);
  await expect(page.getByText("Instrument files loaded")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: FLIGHT })).toBeVisible();
  await page.getByRole("button", { name: "Add Parameters" }).click();
  await expect(page).toHaveURL(/\/ip\/params$/);
  await expect(page.getByText("Parameters added")).toBeVisible();
}
