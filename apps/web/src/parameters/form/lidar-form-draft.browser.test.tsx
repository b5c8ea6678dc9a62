import type { Calibration } from "@swath/contract/calibrations";
import { afterEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { instrumentFiles, lidarRecord } from "../testing/records.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { LidarFormPage } from "./lidar-form-page.tsx";

let leave = (): void => undefined;
afterEach(() => {
  leave();
  sessionStorage.clear();
});

/** Opens the form, as a reload does where it was open before. */
async function open(record?: Calibration, answers: FakeAnswers = {}): Promise<void> {
  leave();
  const api = fakeApi({
    listAircraft: () => [{ Name: "VH-ABC", Type: "FixedWing" }],
    listSensorEquipment: () => [{ Name: "Galaxy Prime - 045", Type: "LiDAR" }],
    listMatchingFlights: () => ({ total: 0, named: [] }),
    listCalibrations: () => ({ items: [], total: 0 }),
    updateCalibration: () => lidarRecord(),
    ...answers,
  });
  const rendered = await renderPage(api);
  leave = rendered.leave;
  rendered.draw(<LidarFormPage {...(record === undefined ? {} : { record })} />);
}

const button = (name: string) => screen.getByRole("button", { name, exact: true });
const leverX = screen.getByRole("textbox", { name: "GPS Lever Arm X" });
const BACK = "Your unsaved entries are restored.";
const incomplete = (change: Partial<Calibration> = {}) =>
  lidarRecord({ IsActive: false, PriGNSSLeverX: null, ...change });

async function upload(files: readonly File[]): Promise<void> {
  await expect.element(button("Upload LMS Calibration Files")).toBeEnabled();
  const input = document.querySelector<HTMLInputElement>('[type="file"]')!;
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("what is typed of a new record is back after a reload, until it is discarded", async () => {
  await open();
  await expect.element(screen.getByText(BACK)).not.toBeInTheDocument();
  await screen.getByRole("combobox", { name: "Aircraft" }).click();
  await screen.getByRole("option", { name: "VH-ABC" }).click();
  const survey = screen.getByRole("group", { name: "Survey Date (UTC)" });
  await survey.getByRole("spinbutton", { name: "Year" }).click();
  await userEvent.keyboard("202603140122");
  await leverX.fill("0,8");
  await open();
  await expect.element(screen.getByText(BACK)).toBeVisible();
  await expectAccessible();
  await expect.element(leverX).toHaveValue("0,8");
  await expect.element(screen.getByRole("combobox", { name: "Aircraft" })).toHaveValue("VH-ABC");
  await expect.element(survey.getByRole("spinbutton", { name: "Day" })).toHaveTextContent("14");
  await button("Discard it").click();
  await expect.element(leverX).toHaveValue("");
  await expect.element(survey.getByRole("spinbutton", { name: "Day" })).toHaveTextContent("DD");
  await open();
  await expect.element(leverX).toHaveValue("");
  await expect.element(screen.getByText(BACK)).not.toBeInTheDocument();
});

test("loaded instrument files are back too, those too large are to be uploaded again", async () => {
  const record = incomplete({ hasInstrumentFiles: false, PriGNSSLeverX: 0.8 });
  await open(record);
  await upload(instrumentFiles());
  await expect.element(button("Update Parameters")).toBeEnabled();
  await open(record);
  await expect.element(screen.getByText(BACK)).toBeVisible();
  await expect.element(screen.getByText("Instrument files loaded")).toBeVisible();
  await expect.element(button("Update Parameters")).toBeEnabled();
  const large = { RES: "r".repeat(2_000_001) };
  await upload(instrumentFiles("1235045_VH-ABC_LMS42_14032026", large));
  await expect.element(screen.getByText(/1235045_VH-ABC_LMS42_14032026.RES/)).toBeVisible();
  await open(record);
  await expect.element(screen.getByText(/^The files that you had uploaded are/)).toBeVisible();
  await expect.element(button("Update Parameters")).toBeDisabled();
});

test("what is typed is not filled in over a record that changed since, unless that is chosen", async () => {
  await open(incomplete());
  await leverX.fill("0.8");
  const now = incomplete({ PriGNSSLeverX: 0.5, Updated: "2026-03-16T00:00:00.000Z" });
  await open(now);
  await expect
    .element(screen.getByText(/^These parameters have changed since you typed here/))
    .toBeVisible();
  await expectAccessible();
  await expect.element(leverX).toHaveValue("0.5");
  await button("Fill it in").click();
  await expect.element(leverX).toHaveValue("0.8");
  // From then on it completes the record as it is now.
  await open(now);
  await expect.element(screen.getByText(BACK)).toBeVisible();
  await expect.element(leverX).toHaveValue("0.8");
  await open(lidarRecord({ Updated: "2026-03-17T00:00:00.000Z" }));
  await expect.element(button("Fill it in")).not.toBeInTheDocument();
  await button("Discard it").click();
  await expect.element(leverX).toHaveValue("0.842");
});

test("nothing is kept of what was saved, or of what Cancel gives up", async () => {
  const record = incomplete();
  await open(record);
  await leverX.fill("0.8");
  await screen.getByRole("link", { name: "Cancel" }).click();
  await open(record);
  await expect.element(leverX).toHaveValue("");
  await leverX.fill("0.8");
  await button("Update Parameters").click();
  await expect.element(screen.getByText("Parameters updated")).toBeVisible();
  await open(record);
  await expect.element(leverX).toHaveValue("");
});

test("entries that are kept over another person's change go by it after a reload too", async () => {
  const now = incomplete({ PriGNSSLeverY: 0.5, Updated: "2026-03-16T00:00:00.000Z" });
  await open(incomplete(), {
    updateCalibration: () => {
      throw new ApiError({ status: 409, code: "RECORD_CHANGED", message: "changed" });
    },
    readCalibration: () => now,
  });
  await leverX.fill("0.8");
  await button("Update Parameters").click();
  await button("Keep my entries").click();
  await open(now);
  await expect.element(screen.getByText(BACK)).toBeVisible();
  await expect.element(leverX).toHaveValue("0.8");
});
