import { endpoints } from "@swath/contract/endpoints";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountUploadPage, type MountedPage, type Scene } from "./testing/mount-upload-page.tsx";
import { sampleFiles } from "../../../../tools/testing/sample-files.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { choose } from "./testing/choose.ts";
import { SAMPLE } from "./testing/sample-flight.ts";

let mounted: MountedPage | undefined;
afterEach(() => {
  mounted?.unmount();
  vi.useRealTimers();
});
/** From now on a test moves the page's clock. */
const holdClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

function open(scene: Scene = {}): MountedPage {
  mounted = mountUploadPage(scene);
  return mounted;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });
const part = (words: string) => page.getByText(words, { exact: false });
const dialog = (name: string) => page.getByRole("dialog", { name });
const upload = () =>
  dialog("File Validation Results").getByRole("button", { name: "Upload" }).click();
const OWN = { User: "Casey Crew", IsOwn: true } as const;
const OTHER = { User: "Robin Reyes", IsOwn: false } as const;
const CANCEL_QUESTION =
  "Are you sure you want to cancel the upload? Anything uploaded to this point will be deleted.";

const LIDAR = sampleFiles(SAMPLE);
/** Longer than between two questions for the status. */
const POLL_MS = 6_000;
test("a ready upload waits for its folder, and says which", async () => {
  open();
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toMatchTextContent("Upload: FL000123 : Galaxy T2000 - 045 : LiDAR");
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  await expect.element(button("Pause upload")).toBeDisabled();
  await expect.element(button("Cancel upload")).toBeDisabled();
  const panel = page.getByRole("region", { name: "Select a folder" });
  await expect.element(panel).toMatchTextContent("drop the folder FL000123_045");
  const guide = page.getByRole("region", { name: "What the folder must hold" });
  await expect.element(guide).toMatchTextContent("At least one flight plan (*.kmz)");
  await expectAccessible();
  await expect
    .element(page.getByRole("list", { name: "Upload steps" }))
    .toMatchTextContent("Validating Upload");
});

test("a valid folder is shown in its report, and sent by one press", async () => {
  const { uploaders } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  choose(LIDAR);
  await upload();
  await expect.poll(() => uploaders[0]?.commands).toContain("start");
  const [selection] = uploaders[0]?.selections ?? [];
  expect(selection?.baseFolder).toBe("FL000123_045");
  expect(selection?.files.map(({ entry }) => entry.fullPath)).toEqual([...LIDAR.keys()].toSorted());
  expect(selection?.files.map(({ entry }) => entry.originalSize)).toEqual(
    [...LIDAR.keys()].toSorted().map((path) => LIDAR.get(path)?.length),
  );
  await expect.element(button("Pause upload")).toBeEnabled();
  await expect.element(button("Upload Flight Folder")).toBeDisabled();
});

test("no other folder is taken while the first one waits for the server's answer", async () => {
  const { uploaders } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  uploaders[0]?.show({ settled: false });
  await expect.element(button("Upload Flight Folder")).toBeDisabled();
  await expect.element(part("Use Upload Flight Folder")).not.toBeInTheDocument();
});

test("an upload under way is paused, resumed and cancelled by keyboard", async () => {
  const { uploaders, server } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  server.state = { ...server.state, status: "UPLOAD_PAUSED", isOwn: true };
  choose(LIDAR);
  await upload();
  await expect.element(button("Pause upload")).toBeEnabled();
  (button("Pause upload").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Resume upload")).toBeEnabled();
  (button("Resume upload").element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(button("Pause upload")).toBeEnabled();
  await button("Cancel upload").click();
  await expect.element(dialog("Cancel Upload")).toMatchTextContent(CANCEL_QUESTION);
  await button("Keep uploading").click();
  expect(uploaders[0]?.commands).toEqual(["start", "pause", "resume"]);
  server.state = { ...server.state, status: "UPLOAD_CANCELLED" };
  await button("Cancel upload").click();
  holdClock();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel upload" }).click();
  await expect
    .element(
      text(
        "The FL000123 upload job has been successfully cancelled. It will redirect to the dashboard in a few seconds...",
      ),
    )
    .toBeVisible();
  await vi.advanceTimersByTimeAsync(7_000);
  await expect.element(text("DASHBOARD")).toBeVisible();
  expect(uploaders[0]?.commands.at(-1)).toBe("dispose");
});

test("a pause finishes what is in flight first, and a second press does not", async () => {
  const { uploaders, server } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  server.state = { ...server.state, status: "UPLOAD_PAUSED", isOwn: true };
  choose(LIDAR);
  await upload();
  await expect.element(button("Pause upload")).toBeEnabled();
  const [uploader] = uploaders;
  const ended = Promise.withResolvers<void>();
  uploader!.finishing = ended.promise;
  const { progress } = uploader!.getSnapshot();
  uploader!.show({ progress: { ...progress, handedOverBytes: 2 * 1_048_576 } });
  await button("Pause upload").click();
  await expect
    .element(part("2.00 MB in flight is finished first, for 10 s at most."))
    .toBeVisible();
  expect(uploader?.commands).toEqual(["start"]);
  await button("Pause upload").click();
  await expect.element(button("Resume upload")).toBeEnabled();
  ended.resolve();
  await button("Resume upload").click();
  await expect.element(button("Pause upload")).toBeEnabled();
  expect(uploader?.commands).toEqual(["start", "pause", "resume"]);
});

test("an upload that stands still says since when, and why", async () => {
  const { uploaders } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  choose(LIDAR);
  await upload();
  await expect.element(button("Pause upload")).toBeEnabled();
  const since = performance.now() - 12_000;
  uploaders[0]?.show({ stall: { cause: "drive", since } });
  await expect.element(part("Nothing was sent since")).toBeVisible();
  await expect.element(part("the drive is slow to answer")).toBeVisible();
  await expectAccessible();
  await expect.element(part("standing still")).not.toBeInTheDocument();
});

test("the queue says how many are ahead and is quit only on purpose", async () => {
  const { uploaders, server } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  server.state = { ...server.state, status: "UPLOAD_PAUSED", isOwn: true };
  uploaders[0]?.show({
    status: "UPLOAD_QUEUED",
    hasFiles: true,
    settled: false,
    queue: { index: 3, depth: 5 },
  });
  const overlay = dialog("UPLOAD QUEUED");
  await expect.element(overlay).toMatchTextContent("DO NOT CLOSE BROWSER");
  await expect.element(overlay).toMatchTextContent("3 jobs ahead");
  await userEvent.keyboard("{Escape}");
  await expect.element(overlay).toBeVisible();
  await button("Quit the Queue").click();
  await expect.element(text("Confirm to quit the upload queue?")).toBeVisible();
  await page
    .getByRole("dialog", { name: "Quit the Queue" })
    .getByRole("button", { name: "Quit the Queue" })
    .click();
  await expect.poll(() => uploaders[0]?.commands).toEqual(["quitQueue"]);
});

test("a paused upload of one's own is resumed with the original folder only", async () => {
  const { uploaders } = open({ upload: { ...OWN, Status: "UPLOAD_PAUSED" } });
  const panel = page.getByRole("region", { name: "Resume upload" });
  await expect.element(panel).toMatchTextContent("75.00%");
  await expect.element(panel).toMatchTextContent("14 of 20");
  await expect.element(panel).toMatchTextContent("team leader or an administrator");
  choose(new Map([["FL000123_046/a.kmz", new Uint8Array(1)]]));
  await expect
    .element(text("File inconsistency detected. Please select the original folder."))
    .toBeVisible();
  expect(uploaders[0]?.commands).toEqual([]);
  choose(LIDAR);
  await expect.poll(() => uploaders[0]?.commands).toEqual(["resume"]);
});

test("a paused upload whose progress cannot be read says whom to ask", async () => {
  open({ upload: { ...OWN, Status: "UPLOAD_PAUSED" }, broken: endpoints.readProgress });
  await expect
    .element(part("Failed to fetch metadata. This might be caused by intermitten network"))
    .toBeVisible();
});

test("someone else's upload is underway, with who and when, and is followed until it is ready", async () => {
  holdClock();
  const { server, calls } = open({ upload: { ...OTHER, Status: "UPLOADING" } });
  await expect.element(text("FLIGHT UPLOAD UNDERWAY")).toBeVisible();
  await expect.element(text("Robin Reyes")).toBeVisible();
  await expect.element(part("2026-11-21 09:54:32 UTC")).toBeVisible();
  await expect.element(button("Upload Flight Folder")).toBeDisabled();
  await expect.element(button("Cancel upload")).toBeDisabled();
  server.state = { ...server.state, status: "DATA_READY" };
  await vi.advanceTimersByTimeAsync(POLL_MS);
  await expect.element(text("Upload completed, data is ready")).toBeVisible();
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === endpoints.readFlight).length)
    .toBe(2);
});

test("a server's answer to a request of before the page began to send is dropped", async () => {
  holdClock();
  const { uploaders, server, calls } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  const reads = () => calls.filter(({ endpoint }) => endpoint === endpoints.readUpload).length;
  const before = reads();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.answers = promise;
  await vi.advanceTimersByTimeAsync(POLL_MS);
  await expect.poll(reads).toBe(before + 1);
  uploaders[0]?.show({ status: "UPLOADING", hasFiles: true, settled: false });
  await expect.element(button("Pause upload")).toBeEnabled();
  server.answers = Promise.resolve();
  server.state = { ...server.state, status: "UPLOAD_PAUSED", isOwn: true };
  uploaders[0]?.show({ status: "UPLOAD_PAUSED", settled: true });
  await expect.poll(reads).toBe(before + 2);
  resolve();
  await expect.element(button("Resume upload")).toBeEnabled();
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(button("Resume upload")).toBeEnabled();
});

const READY: NonNullable<Scene["upload"]> = {
  ...OWN,
  Status: "DATA_READY",
  Locations: ["s3://swath-lidar/FL000123/LiDAR/"],
};

test("ready data shows when, by whom and where, and nobody deletes it", async () => {
  open({ upload: { ...READY, ...OWN } });
  const panel = page.getByRole("region", { name: "Uploaded data" });
  await expect.element(panel).toMatchTextContent("2026-11-21 09:54:32 UTC");
  await expect.element(panel).toMatchTextContent("Casey Crew");
  await expect.element(panel).toMatchTextContent("s3://swath-lidar/FL000123/LiDAR/");
  await expect.element(button("Copy LiDAR storage folder")).toBeEnabled();
  await expect.element(button("DELETE All Existing Data")).toBeDisabled();
});

test("an update is confirmed, and sends only the types that were chosen", async () => {
  const { uploaders, jobs } = open({ upload: { ...READY, ...OWN } });
  await button("Add / Update Existing Data").click();
  await expect
    .element(dialog("Update Existing Upload?"))
    .toMatchTextContent("overwritten data cannot be recovered");
  await button("Update").click();
  await expect.poll(() => jobs.at(-1)?.isUpdate).toBe(true);
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  choose(LIDAR);
  await button("Continue").click();
  await expect.element(dialog("Select new files to upload")).toBeVisible();
  await expect.element(button("Confirm")).toBeDisabled();
  const all = page.getByRole("checkbox", { name: "All" });
  await all.click();
  await expect.element(page.getByRole("checkbox", { name: /^gps/ })).toBeChecked();
  await all.click();
  await expect.element(button("Confirm")).toBeDisabled();
  await page.getByRole("checkbox", { name: /^gps/ }).click();
  await button("Confirm").click();
  await button("Upload 6 files").click();
  await expect.element(button("Pause upload")).toBeEnabled();
  expect(uploaders.at(-1)?.commands).toEqual(["start"]);
  const files = uploaders.at(-1)?.selections[0]?.files.map(({ entry }) => entry.fileName);
  expect(files?.every((name) => /\.00\d$/.test(name))).toBe(true);
  expect(files).toHaveLength(6);
});

test("data of someone else is not updated", async () => {
  open({ upload: { ...READY, ...OTHER } });
  await expect.element(part("Please contact Robin Reyes or the Administrator")).toBeVisible();
  await expect.element(button("Add / Update Existing Data")).not.toBeInTheDocument();
});

test("a rebuild that has to wait says why", async () => {
  const reason = "The store is full. The rebuild continues when there is room again.";
  open({ upload: { ...OWN, Status: "VALIDATING_UPLOAD" }, server: { reason } });
  await expect.element(text(reason)).toBeVisible();
});

test("a rebuild shows how much is verified and rebuilt, on every page", async () => {
  const rebuild = { totalBytes: 4 * 1024 ** 3, verifiedBytes: 3 * 1024 ** 3, rebuiltBytes: 0 };
  open({ upload: { ...OTHER, Status: "VALIDATING_UPLOAD" }, server: { rebuild } });
  await expect.element(text("3.00 GB of 4.00 GB")).toBeVisible();
  await expect.element(text("0 B of 4.00 GB")).toBeVisible();
});

test("a failed validation shows every reason", async () => {
  open({
    upload: { ...OWN, Status: "VALIDATING_UPLOAD_FAILED" },
    server: { reason: "FL000123_01.000: checksum differs\nFL000123_02.000: is missing" },
  });
  await expect.element(text("Validating upload failed")).toBeVisible();
  await expect.element(text("FL000123_02.000: is missing")).toBeVisible();
});

test("a team leader resets a stuck upload after confirming", async () => {
  const { calls } = open({
    upload: { ...OTHER, Status: "UPLOAD_STALLED" },
    roles: ["base", "leader"],
  });
  await button("Reset upload").click();
  const asked = page.getByRole("dialog");
  const confirm = asked.getByRole("button", { name: "Reset upload" });
  await expect.element(confirm).toBeDisabled();
  await asked.getByRole("textbox", { name: "Reason" }).fill(" Another drive ");
  await confirm.click();
  const moved = () => calls.find(({ endpoint }) => endpoint === endpoints.moveUpload);
  await expect.poll(() => moved()?.query).toEqual({ status: "READY_FOR_UPLOAD" });
  expect(moved()?.body).toEqual({ reason: "Another drive" });
});

test("a team leader cancels another's upload by keyboard, with a reason", async () => {
  const { calls, uploaders } = open({
    upload: { ...OTHER, Status: "UPLOADING" },
    roles: ["base", "leader"],
  });
  await expect.element(button("Cancel upload")).toBeEnabled();
  (button("Cancel upload").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText(/whose upload it is, reads your name and your reason/))
    .toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("The wrong flight{Tab}{Tab}{Enter}");
  const moved = () => calls.find(({ endpoint }) => endpoint === endpoints.moveUpload);
  await expect.poll(() => moved()?.query).toEqual({ status: "UPLOAD_CANCELLED" });
  expect(moved()?.body).toEqual({ reason: "The wrong flight" });
  expect(uploaders[0]?.commands).toEqual([]);
});

test("a team leader replaces another's failed upload, with a reason and a folder", async () => {
  const { jobs, uploaders } = open({
    upload: { ...OTHER, Status: "UPLOAD_FAILED" },
    roles: ["base", "leader"],
  });
  await expect.element(button("Upload Flight Folder")).toBeDisabled();
  await button("Replace").click();
  const asked = page.getByRole("dialog", { name: "Replace upload?" });
  await expect.element(asked).toMatchTextContent("your reason are kept in the flight's history");
  await expectAccessible();
  await expect.element(asked.getByRole("button", { name: "Replace" })).toBeDisabled();
  await asked.getByRole("textbox", { name: "Reason" }).fill("Another drive");
  await asked.getByRole("button", { name: "Replace" }).click();
  await expect.element(text("Select a flight folder")).toBeVisible();
  expect(part("only what is missing is sent").elements()).toEqual([]);
  choose(LIDAR);
  await upload();
  await expect.poll(() => uploaders.at(-1)?.commands).toEqual(["start"]);
  expect(jobs.at(-1)).toMatchObject({ isUpdate: false, reason: "Another drive" });
});

test("a leader's update of another's data after a cancelled one carries its reason", async () => {
  const { jobs } = open({
    upload: { ...OTHER, Status: "UPDATE_CANCELLED", IsUpdate: true },
    roles: ["base", "leader"],
  });
  await button("Add / Update Existing Data").click();
  const asked = page.getByRole("dialog");
  await asked.getByRole("textbox", { name: "Reason" }).fill("New lines");
  await asked.getByRole("button", { name: "Update" }).click();
  await expect.poll(() => jobs.at(-1)).toMatchObject({ isUpdate: true, reason: "New lines" });
});

test("a guest only reads", async () => {
  open({ upload: READY, roles: ["base", "guest"] });
  await expect.element(page.getByRole("region", { name: "Uploaded data" })).toBeVisible();
  await expect.element(button("Upload Flight Folder")).not.toBeInTheDocument();
  await expect.element(button("Add / Update Existing Data")).not.toBeInTheDocument();
});

test.each([
  ["flight", endpoints.readFlight],
  ["sensor list", endpoints.listSensorEquipment],
])("a %s that cannot be loaded says what to do", async (_, broken) => {
  open({ broken });
  await expect
    .element(
      text(
        "Load flight or sensor details failed. Please check your network then refresh the page. If you see this issue continually, please re-login.",
      ),
    )
    .toBeVisible();
});
