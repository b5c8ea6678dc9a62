import type { Flight, FlightUpload, UploadFacts } from "@swath/contract/flights";
import type { Role } from "@swath/contract/identity";
import type { UploadProgress } from "@swath/contract/uploads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cdp, page as screen, userEvent } from "vitest/browser";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { FlightPage } from "./flight-page.tsx";
import { flight, sensorLog, upload } from "./testing/flights.ts";
import { renderPage } from "../data/testing/render-page.tsx";
import { expectAccessible } from "../ui/testing/accessible.ts";

let leave = (): void => undefined;
beforeEach(async () => {
  await screen.viewport(1425, 900);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

async function open(
  read: () => Flight | Promise<Flight>,
  facts: readonly UploadFacts[] = [],
  roles: readonly Role[] = [],
) {
  const api = fakeApi({
    readFlight: read,
    readFlightProgress: () => facts,
    readProgress: () => PROGRESS,
    listFollows: () => [],
  });
  const page = await renderPage(api, roles);
  leave = page.leave;
  page.draw(<FlightPage flightId="FL000123" />);
  return api;
}

const PROGRESS: UploadProgress = {
  remaining_task_key_list: [],
  landed_pieces: {},
  completed_file_size: 750,
  total_file_size: 1000,
  total_file_count: 20,
  completed_file_count: 14,
  base_folder: "FL000123_045",
};

const factsOf = ({ _id }: FlightUpload, given: Partial<UploadFacts> = {}): UploadFacts => ({
  uploadId: _id,
  sent: { folder: "FL000123_045", files: 20, bytes: 1000, isUpdate: false },
  reason: null,
  ready: null,
  receipt: null,
  ...given,
});

const uploads = () => screen.getByRole("region", { name: "Uploads" });

test("a flight says what it loads, then shows its columns and the note", async () => {
  const { promise, resolve } = Promise.withResolvers<Flight>();
  const api = await open(() => promise);
  await expect.element(screen.getByText("Loading Flight FL000123 Details...")).toBeVisible();
  const read = api.calls.find(({ name }) => name === "readFlight");
  expect(read?.request.params).toEqual({ flightId: "FL000123" });
  resolve(flight());
  await expect.element(screen.getByRole("table", { name: "Flight FL000123" })).toBeVisible();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    "Flight Type",
    "Sensor ID(s)",
    "Project ID(s)",
    "Survey Date (UTC)",
    "Sensor(s)",
    "Sensor Type(s)",
    "Aircraft",
    "Aircraft Type",
    "Field Uploads",
    "Office Uploads",
  ]);
  await expect
    .element(
      screen.getByText(
        "When the same sensor has multiple sensor logs, the data can only be uploaded once for that sensor.",
      ),
    )
    .toBeVisible();
  expect(document.title).toBe("Swath FL000123");
  await expectAccessible();
});

const HOLD = { ProjectID: "PRJ00001", Reason: "claim 77/26", Since: "2026-03-14T02:05:09.000Z" };

test.each([
  [HOLD, ["PRJ00001", "Since2026-03-14 02:05 UTC", "Reasonclaim 77/26"]],
  [{ ...HOLD, Reason: null, Since: null }, ["PRJ00001"]],
])(
  "a flight on hold is marked; by keyboard the mark says what its reader may know",
  async (hold, words) => {
    await open(() => flight({ OnHold: [hold] }));
    const mark = screen.getByRole("button", { name: "Legal hold" }).first();
    await expect.element(mark).toBeVisible();
    // Focus shows itself where the keyboard was used last.
    await userEvent.keyboard("{Tab}");
    (mark.element() as HTMLElement).focus();
    await vi.advanceTimersByTimeAsync(1_000);
    const tip = screen.getByRole("tooltip");
    for (const word of words) await expect.element(tip).toMatchTextContent(word);
    if (hold.Reason === null) await expect.element(tip).not.toMatchTextContent("Since");
    await expectAccessible();
  },
);

test("a flight that is not on hold has no mark", async () => {
  await open(() => flight());
  await expect.element(screen.getByRole("table", { name: "Flight FL000123" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Legal hold" }).elements()).toEqual([]);
});

test("a sensor with several logs has one line and one upload", async () => {
  const logs = ["SL000001", "SL000002"].map((SensorID) => sensorLog({ SensorID }));
  await open(() => flight({ Sensors: logs, Uploads: [upload("LiDAR", "DATA_READY")] }));
  const table = screen.getByRole("table");
  await expect.element(table.getByText("SL000002")).toBeVisible();
  expect(table.getByText("Galaxy Prime - 045").elements()).toHaveLength(1);
  expect(screen.getByRole("button", { name: "LiDAR Data Ready" }).elements()).toHaveLength(1);
});

test("it follows the uploads by polling every 5 s", async () => {
  let status: "UPLOADING" | "DATA_READY" = "UPLOADING";
  await open(() => flight({ Uploads: [upload("LiDAR", status)] }));
  await expect.element(screen.getByRole("link", { name: "LiDAR Uploading" })).toBeVisible();
  status = "DATA_READY";
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(screen.getByRole("button", { name: "LiDAR Data Ready" })).toBeVisible();
});

test("an upload under way says how much has arrived, who sends it, and the way to it", async () => {
  const sent = upload("LiDAR", "UPLOADING");
  await open(() => flight({ Uploads: [sent] }), [factsOf(sent)]);
  const card = uploads();
  await expect.element(card).toMatchTextContent("75 % · 750 B of 1000 B");
  await expect.element(card).toMatchTextContent("Casey Crew, 2026-03-14 05:06 UTC · 20 files");
  await expect.element(card).toMatchTextContent("0 of 1 in storage");
  await expect
    .element(card.getByRole("link", { name: "Open: LiDAR, Galaxy Prime - 045" }))
    .toHaveAttribute("href", `/post/FL000123/uploads/${sent._id}`);
  await expectAccessible();
});

test("a failed upload says why, and one's own is gone on with", async () => {
  const failed = upload("LiDAR", "UPLOAD_FAILED", { IsOwn: true });
  const reason = "a.range: the store refused it\nb.range: the same\nc.range: the same";
  await open(() => flight({ Uploads: [failed] }), [factsOf(failed, { reason })]);
  await expect.element(uploads()).toMatchTextContent("a.range: the store refused it and 2 more");
  await expect.element(uploads().getByRole("link", { name: /^Resume: LiDAR/ })).toBeVisible();
});

test("ready data says since when, and whether a receipt of it was made", async () => {
  const ready = upload("LiDAR", "DATA_READY");
  const at = "2026-03-14T07:00:00.000Z";
  const facts = factsOf(ready, { ready: { at, user: "Robin Reyes" } });
  await open(() => flight({ Uploads: [ready] }), [facts]);
  await expect
    .element(uploads())
    .toMatchTextContent("Sent by Robin Reyes, ready since 2026-03-14 07:00 UTC");
  await expect.element(uploads()).toMatchTextContent("No receipt yet");
  leave();
  await open(() => flight({ Uploads: [ready] }), [{ ...facts, receipt: { at, user: "Lee" } }]);
  await expect.element(uploads()).toMatchTextContent("Receipt made 2026-03-14 07:00 UTC by Lee");
});

test("a guest sees how the uploads stand, and no way to them", async () => {
  await open(() => flight({ Uploads: [upload("LiDAR", "UPLOADING")] }), [], ["guest"]);
  await expect.element(uploads()).toMatchTextContent("Uploading");
  expect(uploads().getByRole("link").elements()).toEqual([]);
});

test("a sensor log says its project, its times and how its data is sent", async () => {
  const log = sensorLog({
    SurveyStart: "2026-03-14T02:00:00.000Z",
    SurveyEnd: "2026-03-14T03:00:00.000Z",
    Sensor: "Optech Galaxy Prime - 045",
  });
  await open(() => flight({ Sensors: [log] }));
  const card = screen.getByRole("region", { name: "Sensor logs" });
  for (const text of [
    "PRJ00001 Kimberley Coast",
    "Mina Manager, project In Progress",
    "2026-03-14 02:00–03:00 UTC",
    "LiDAR: Upload",
  ])
    await expect.element(card).toMatchTextContent(text);
});

test("in a narrow window the columns are names and values, and nothing scrolls sideways", async () => {
  await screen.viewport(390, 844);
  await open(() => flight());
  await expect.element(screen.getByText("Survey Date (UTC)")).toBeVisible();
  expect(screen.getByRole("table").elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test("where a finger points, what is pressed is 44 px high", async () => {
  await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: true });
  try {
    expect(matchMedia("(pointer: coarse)").matches).toBe(true);
    await open(() => flight({ Uploads: [upload("LiDAR", "DATA_READY")] }));
    await expect.element(uploads()).toMatchTextContent("Data Ready");
    const pressed = [...document.querySelectorAll("main a, main button")].filter(
      (each) => each.closest("dd, td") === null || each.ariaHasPopup !== null,
    );
    const small = pressed.filter((each) => each.getBoundingClientRect().height < 44);
    expect(pressed.length).toBeGreaterThan(2);
    expect(small.map(({ outerHTML }) => outerHTML)).toEqual([]);
  } finally {
    await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: false });
  }
});
