import type { Calibration } from "@swath/contract/calibrations";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { instrumentFiles, lidarRecord } from "../testing/records.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { LidarFormPage } from "./lidar-form-page.tsx";
import { ProposedFormPage } from "./proposed-form.tsx";

let leave = (): void => undefined;
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  sessionStorage.clear();
});

const NONE = { total: 0, named: [] };

async function setUp(record?: Calibration, answers: FakeAnswers = {}) {
  const api = fakeApi({
    listAircraft: () => [{ Name: "VH-ABC", Type: "FixedWing" }],
    listSensorEquipment: () => [
      { Name: "Galaxy Prime - 045", Type: "LiDAR" },
      { Name: "P1 - 118", Type: "MediumFormatImagery" },
    ],
    listMatchingFlights: () => NONE,
    listCalibrations: () => ({ items: [], total: 0 }),
    createCalibration: () => ({ result: lidarRecord() }),
    updateCalibration: () => lidarRecord(),
    readCalibration: () => lidarRecord(),
    ...answers,
  });
  const rendered = await renderPage(api);
  leave = rendered.leave;
  rendered.draw(<LidarFormPage {...(record === undefined ? {} : { record })} />);
  return api;
}

const button = (name: string) => screen.getByRole("button", { name, exact: true });
const field = (name: string) => screen.getByRole("textbox", { name });
const add = button("Add Parameters");
const upload = button("Upload LMS Calibration Files");
const sent = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request);

async function chooseName(label: string, name: string): Promise<void> {
  await screen.getByRole("combobox", { name: label }).click();
  await screen.getByRole("option", { name }).click();
}

async function enterInstant(label: string, digits: string): Promise<void> {
  await screen
    .getByRole("group", { name: label })
    .getByRole("spinbutton", { name: "Year" })
    .click();
  await userEvent.keyboard(digits);
}

const NUMBERS = [
  ["GPS Lever Arm X", "0.842"],
  ["GPS Lever Arm Y", "-0.127"],
  ["GPS Lever Arm Z", "-1.356"],
  ["IMU Lever Arm X", "0"],
  ["IMU Lever Arm Y", "0"],
  ["IMU Lever Arm Z", "0"],
  ["IMU Mounting Angle X", "0.1"],
  ["IMU Mounting Angle Y", "0"],
  ["IMU Mounting Angle Z", "180"],
] as const;

async function chooseFolder(files: readonly File[]): Promise<void> {
  await expect.element(upload).toBeEnabled();
  const input = document.querySelector<HTMLInputElement>('[type="file"]')!;
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

async function fillIn(): Promise<void> {
  await chooseName("LiDAR Sensor", "Galaxy Prime - 045");
  await chooseName("Aircraft", "VH-ABC");
  await enterInstant("Survey Date (UTC)", "202603140122");
  await enterInstant("Calibration Due Date (UTC)", "209903140000");
  for (const [name, text] of NUMBERS) await field(name).fill(text);
}

/** A record that only its files are missing of. */
const withoutFiles = lidarRecord({ IsActive: false, hasInstrumentFiles: false });
const update = button("Update Parameters");

test("a new record is saved once all that it takes is there", async () => {
  const api = await setUp();
  await expect.element(add).toBeDisabled();
  await expect.element(upload).toBeDisabled();
  await fillIn();
  await expect.element(upload).toBeEnabled();
  await expect.element(add).toBeDisabled();
  await chooseFolder([...instrumentFiles(), new File(["x"], "notes.txt")]);
  await expect.element(screen.getByText("Instrument files loaded")).toBeVisible();
  await add.click();
  await expect.poll(() => sent(api, "createCalibration").length).toBe(1);
  const { body } = sent(api, "createCalibration")[0]! as { body: Record<string, unknown> };
  expect(body).toMatchObject({
    SensorName: "Galaxy Prime - 045",
    Aircraft: "VH-ABC",
    SurveyDate: "2026-03-14T01:22:00.000Z",
    ScheduledExpiryDate: "2099-03-14T00:00:00.000Z",
    PriGNSSLeverX: 0.842,
    PriGNSSLeverZ: -1.356,
    RefToIMUMountingAnglZ: 180,
    LMSInstrumentRES: "RES contents",
    LMSInstrumentLCP: "LCP contents",
    InstrumentFileNames: ["RES", "TBL", "LCP"].map(
      (kind) => `1234045_VH-ABC_LMS42_14032026.${kind}`,
    ),
    Confirmed: [],
  });
  const packed = await fetch(`data:;base64,${String(body["LMSInstrumentTBL"])}`);
  const table = packed.body!.pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(table).text()).toBe("TBL contents");
});

test("without a number nothing is saved, nor without what is not a number", async () => {
  await setUp(lidarRecord({ IsActive: false }));
  await expect.element(update).toBeEnabled();
  for (const [name] of NUMBERS) {
    await field(name).fill("");
    await expect.element(update).toBeDisabled();
    await field(name).fill("0,5");
    await expect.element(screen.getByText("Enter a number, such as -1.356.")).toBeVisible();
    await expect.element(update).toBeDisabled();
    await field(name).fill("0.5");
    await expect.element(update).toBeEnabled();
  }
});

test.each(["LiDAR Sensor", "Aircraft"])(
  "without %s nothing is uploaded or saved",
  async (label) => {
    await setUp(lidarRecord({ IsActive: false }));
    await expect.element(update).toBeEnabled();
    await screen.getByRole("combobox", { name: label }).click();
    await screen.getByRole("button", { name: "Clear" }).first().click();
    await expect.element(update).toBeDisabled();
    await expect.element(upload).toBeDisabled();
  },
);

test.each([
  ["Survey Date (UTC)", false],
  ["Calibration Due Date (UTC)", true],
] as const)("without %s nothing is saved; uploaded: %s", async (label, isUploaded) => {
  await setUp(lidarRecord({ IsActive: false }));
  await expect.element(update).toBeEnabled();
  await screen
    .getByRole("group", { name: label })
    .getByRole("spinbutton", { name: "Year" })
    .click();
  await userEvent.keyboard("{Backspace}");
  await expect.element(update).toBeDisabled();
  if (isUploaded) await expect.element(upload).toBeEnabled();
  else await expect.element(upload).toBeDisabled();
});

test("sensors are LiDAR alone", async () => {
  await setUp();
  await screen.getByRole("combobox", { name: "LiDAR Sensor" }).click();
  await expect.element(screen.getByRole("option")).toHaveTextContent("Galaxy Prime - 045");
});

const REFUSED: readonly (readonly [what: string, files: () => File[], fault: string | RegExp])[] = [
  ["without a RES file", () => instrumentFiles().slice(1), "Exactly 1 RES file is required."],
  [
    "with two LCP files",
    () => [...instrumentFiles(), new File(["x"], "other.lcp")],
    "Exactly 1 LCP file is required.",
  ],
  [
    "of another sensor",
    () => instrumentFiles("1234046_VH-ABC_LMS42_14032026"),
    "TBL file doesn't match naming standard. Please check the sensor number is: 045, aircraft serial is: VH-ABC and date is: 14032026. Current file name: 1234046_VH-ABC_LMS42_14032026.TBL",
  ],
  [
    "with a TBL of 100 MB",
    () => instrumentFiles(undefined, { TBL: new Uint8Array(100_000_000) }),
    "TBL file is larger than 20 MB.",
  ],
  [
    "with a TBL that is a ZIP archive",
    () => instrumentFiles(undefined, { TBL: new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]) }),
    "TBL file is compressed already.",
  ],
  [
    "with a RES that is no text",
    () => instrumentFiles(undefined, { RES: new Uint8Array([0xff, 0xfe, 0]) }),
    "RES file is not a text file.",
  ],
  ["with an empty LCP", () => instrumentFiles(undefined, { LCP: "" }), "LCP file is empty."],
  [
    "whose names are paths",
    () => instrumentFiles("../1234045_VH-ABC_LMS42_14032026"),
    /^LCP file doesn't match naming standard/,
  ],
];

test("a folder that does not fit is refused with the reason, and no files are loaded", async () => {
  await setUp(withoutFiles);
  const dialog = screen.getByRole("dialog", { name: "LMS Calibration File Validation Results" });
  for (const [what, files, fault] of REFUSED) {
    await chooseFolder(instrumentFiles());
    await expect.element(update).toBeEnabled();
    await chooseFolder(files());
    await expect.element(dialog.getByText(fault), { message: what }).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect.element(screen.getByText("Instrument files not loaded")).toBeVisible();
    await expect.element(update).toBeDisabled();
  }
});

test("loaded files count no longer once they are named after another day", async () => {
  await setUp(withoutFiles);
  await chooseFolder(instrumentFiles());
  await expect.element(update).toBeEnabled();
  await enterInstant("Survey Date (UTC)", "202603150122");
  await expect.element(screen.getByText(/date is: 15032026/).first()).toBeVisible();
  await expect.element(update).toBeDisabled();
});

test("values beyond what is usual are saved once they are confirmed", async () => {
  const api = await setUp(lidarRecord({ IsActive: false, PriGNSSLeverX: null }));
  await field("GPS Lever Arm X").fill("40");
  await field("IMU Lever Arm Y").fill("-6");
  await expect.element(screen.getByText("Usually -5 to 5 m.").first()).toBeVisible();
  await update.click();
  const dialog = screen.getByRole("dialog", { name: "Are these values right?" });
  await expect
    .element(dialog.getByText("GPS Lever Arm X is 40 m; usual values are -5 to 5 m"))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Back to the form" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(api, "updateCalibration")).toEqual([]);
  await update.click();
  await dialog.getByRole("button", { name: "Save them" }).click();
  await expect.poll(() => sent(api, "updateCalibration").length).toBe(1);
  expect(sent(api, "updateCalibration")[0]).toMatchObject({
    query: { updated: "2026-03-15T02:03:04.000Z" },
    body: { Confirmed: ["PriGNSSLeverX", "RefToIMULeverY"] },
  });
});

test.each([
  ["IMU Mounting Angle Y", "800", "Enter a number from -720 to 720 °.", "-360"],
  ["IMU Lever Arm Z", "-100.1", "Enter a number from -100 to 100 m.", "-1"],
])("%s of %s, which no stage takes, is not saved", async (name, beyond, fault, within) => {
  await setUp(lidarRecord({ IsActive: false }));
  await expect.element(update).toBeEnabled();
  await field(name).fill(beyond);
  await expect.element(screen.getByText(fault)).toBeVisible();
  await expect.element(update).toBeDisabled();
  await field(name).fill(within);
  await expect.element(update).toBeEnabled();
});

test("the flights that parameters would be chosen for are named before they are saved", async () => {
  const api = await setUp(lidarRecord({ IsActive: false }), {
    listMatchingFlights: () => ({
      total: 61,
      named: [
        {
          processingId: "p1",
          FlightID: "FL000101",
          SensorID: "SL000101",
          Date: "2026-03-20T00:00:00.000Z",
          calibrationId: "c".repeat(24),
        },
        {
          processingId: "p2",
          FlightID: "FL000102",
          SensorID: "SL000102",
          Date: "2026-03-19T00:00:00.000Z",
          calibrationId: null,
        },
      ],
    }),
  });
  await expect.element(screen.getByText(/^61 processings, the latest 2 below\./)).toBeVisible();
  await expect.element(screen.getByText("other parameters", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("no parameters")).toBeVisible();
  await expectAccessible();
  expect(sent(api, "listMatchingFlights")[0]?.query).toMatchObject({
    kind: "lidar",
    SensorName: "Galaxy Prime - 045",
    Aircraft: "VH-ABC",
    SurveyDate: "2026-03-14T01:22:00.000Z",
  });
});

const changed = () => {
  throw new ApiError({ status: 409, code: "RECORD_CHANGED", message: "changed" });
};

test("the second of two people sees what the first changed, and nothing is overwritten", async () => {
  const opened = lidarRecord({ IsActive: false, PriGNSSLeverX: null });
  const now = lidarRecord({ PriGNSSLeverX: 0.9, Updated: "2026-03-16T00:00:00.000Z" });
  await setUp(opened, { updateCalibration: changed, readCalibration: () => now });
  await field("GPS Lever Arm X").fill("0.8");
  await update.click();
  const dialog = screen.getByRole("dialog", { name: "Another person changed these parameters" });
  await expect.element(dialog.getByRole("row", { name: "GPS Lever Arm X none 0.9" })).toBeVisible();
  await expectAccessible();
  // The first one's saving made them active.
  await expect
    .element(dialog.getByRole("button", { name: "Keep my entries" }))
    .not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Back to the form" }).click();
  await expect.element(field("GPS Lever Arm X")).toHaveValue("0.8");
});

test("entries that are kept go by the record as it is now, once they are saved again", async () => {
  const opened = lidarRecord({ IsActive: false });
  const now = lidarRecord({
    IsActive: false,
    PriGNSSLeverY: 0.5,
    Updated: "2026-03-16T00:00:00.000Z",
  });
  const updates = [changed, () => now];
  const api = await setUp(opened, {
    updateCalibration: () => updates.shift()!(),
    readCalibration: () => now,
  });
  await update.click();
  const dialog = screen.getByRole("dialog", { name: "Another person changed these parameters" });
  await dialog.getByRole("button", { name: "Keep my entries" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await update.click();
  await expect.poll(() => sent(api, "updateCalibration").length).toBe(2);
  expect(sent(api, "updateCalibration")[1]).toMatchObject({
    query: { updated: "2026-03-16T00:00:00.000Z" },
    body: { PriGNSSLeverY: -0.127 },
  });
});

test("what the server refuses is said, and the entries stay", async () => {
  await setUp(lidarRecord({ IsActive: false }), {
    updateCalibration: () => {
      throw new ApiError({ status: 400, code: "INVALID_REQUEST", message: "there is no aircraft" });
    },
  });
  await update.click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("The parameters were not saved: there is no aircraft");
  await expect.element(field("GPS Lever Arm X")).toHaveValue("0.842");
});

test("a form of proposed parameters begins with the record's, those that are proposed in their place", async () => {
  const api = fakeApi({
    listAircraft: () => [{ Name: "VH-ABC", Type: "FixedWing" }],
    listSensorEquipment: () => [{ Name: "Galaxy Prime - 045", Type: "LiDAR" }],
    listMatchingFlights: () => NONE,
    listCalibrations: () => ({ items: [], total: 0 }),
    readCalibration: () => lidarRecord(),
  });
  const rendered = await renderPage(api);
  leave = rendered.leave;
  const text = JSON.stringify({
    version: 1,
    record: lidarRecord()._id,
    values: { RefToIMUMountingAnglX: 0.1773 },
    deviations: { RefToIMUMountingAnglX: 0.0002 },
  });
  rendered.draw(<ProposedFormPage name="a.ICP1.1" text={text} />);
  await expect.element(field("IMU Mounting Angle X")).toHaveValue("0.1773");
  await expect
    .element(field("IMU Mounting Angle Y"))
    .toHaveValue(String(lidarRecord().RefToIMUMountingAnglY));
  // When it was surveyed a person says.
  await expect.element(add).toBeDisabled();
  await expectAccessible();
});
