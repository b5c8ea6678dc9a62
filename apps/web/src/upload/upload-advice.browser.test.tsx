import { endpoints } from "@swath/contract/endpoints";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { choose } from "./testing/choose.ts";
import { mountUploadPage, type MountedPage, type Scene } from "./testing/mount-upload-page.tsx";

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());

function open(scene: Scene = {}): MountedPage {
  mounted = mountUploadPage(scene);
  return mounted;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });
const part = (words: string) => page.getByText(words, { exact: false });
const panel = (name: string) => page.getByRole("region", { name });
const OWN = { User: "Casey Crew", IsOwn: true } as const;
const OTHER = { User: "Robin Reyes", IsOwn: false } as const;
const LEADER = ["base", "leader"] as const;
const NOTHING_YET = "No data has been uploaded yet";

describe("a failed upload", () => {
  test("of another user invites no folder, and says whom to contact", async () => {
    open({ upload: { ...OTHER, Status: "UPLOAD_FAILED" } });
    await expect.element(part("This upload belongs to Robin Reyes")).toBeVisible();
    await expect.element(button("Upload Flight Folder")).toBeDisabled();
    await expect.element(text("This upload has failed")).toBeVisible();
    expect(button("Select the folder").elements()).toEqual([]);
    expect(part(NOTHING_YET).elements()).toEqual([]);
  });

  test("of one's own shows what has arrived, and takes the folder again", async () => {
    open({ upload: { ...OWN, Status: "UPLOAD_FAILED" } });
    await expect.element(panel("Resume upload")).toMatchTextContent("75.00%");
    await expect.element(panel("Resume upload")).toMatchTextContent("This upload has failed");
    await expect.element(panel("Resume upload")).toMatchTextContent("Next step");
    await expect.element(button("Select the folder")).toBeEnabled();
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
    await expect.element(part("only what is missing is sent.").first()).toBeVisible();
    expect(part(NOTHING_YET).elements()).toEqual([]);
  });

  test("whose folder was another keeps the list of what differs, and is cancelled", async () => {
    const Status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED" as const;
    const reason = "FL000123_045/a.range: is missing in this folder\nFL000123_045/b.range: is new";
    const { uploaders } = open({
      upload: { ...OWN, Status },
      server: { status: Status, reason, user: "Casey Crew", isOwn: true },
    });
    const list = panel("File inconsistency detected. Please select the original folder.");
    await expect.element(list).toMatchTextContent("a.range: is missing in this folder");
    await expect
      .element(panel("Resume upload"))
      .toMatchTextContent(/Failed2026-11-21 09:54:32 UTC/);
    await expect.element(panel("Resume upload")).toMatchTextContent("Casey Crew (you)");
    await expect.element(part("To send another folder in its place, cancel it")).toBeVisible();
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
    await expectAccessible();
    await button("Cancel upload").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel upload" }).click();
    await expect.poll(() => uploaders.at(-1)?.commands).toEqual(["cancel"]);
  });

  test("of its validation is cancelled by its owner, who is not sent to the Administrator", async () => {
    const Status = "VALIDATING_UPLOAD_FAILED" as const;
    open({ upload: { ...OWN, Status } });
    await expect.element(part("Cancel upload removes it, so that it can be sent")).toBeVisible();
    await expect.element(button("Cancel upload")).toBeEnabled();
    expect(part("Administrator").elements()).toEqual([]);
  });

  test("of which the server holds no manifest shows no figures of nothing", async () => {
    const progress = { base_folder: "", total_file_count: 0, total_file_size: 0 };
    open({ upload: { ...OTHER, Status: "UPLOAD_FAILED" }, progress });
    await expect.element(part("This upload belongs to Robin Reyes")).toBeVisible();
    expect(panel("Resume upload").getByText("Total size").elements()).toEqual([]);
  });

  test("of an update at its start waits for new files, and is its owner's alone", async () => {
    const update = { Status: "VALIDATING_SOURCE_FAILED", IsUpdate: true } as const;
    const { unmount } = open({ upload: { ...OWN, ...update } });
    await expect.element(text("Select the folder that holds the new files")).toBeVisible();
    unmount();
    open({ upload: { ...OTHER, ...update } });
    await expect.element(part("This upload belongs to Robin Reyes")).toBeVisible();
    await expect.element(button("Upload Flight Folder")).toBeDisabled();
  });
});

describe("an upload that waits for its folder", () => {
  test("and was begun before says what is still there", async () => {
    open({ upload: { ...OTHER, Status: "READY_FOR_UPLOAD" } });
    await expect.element(text("Part of the data has arrived")).toBeVisible();
    await expect
      .element(part("Choose the same folder and only what is missing is sent"))
      .toMatchTextContent("of the folder FL000123_045 have arrived");
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
  });

  test("and of which nothing is kept says that there is nothing", async () => {
    open({
      upload: { ...OWN, Status: "UPLOAD_CANCELLED" },
      progress: { completed_file_size: 0, total_file_size: 0 },
    });
    await expect.element(text(NOTHING_YET)).toBeVisible();
  });
});

describe("where an upload begins", () => {
  const near = { bytes: { used: 412e9, limit: 500e9 } };

  test("a quota that is nearly used up is told with figures and with what ends it", async () => {
    const storage = { used: 1.1e15, limit: 1e15 };
    open({ upload: { Status: "READY_FOR_UPLOAD" }, quotas: { ...near, storage } });
    const quotas = panel("Quotas");
    await expect
      .element(quotas)
      .toMatchTextContent("You have used 412 of 500 GB of your uploads' quota.");
    await expect
      .element(quotas)
      .toMatchTextContent("counts until its data is ready or its upload is cancelled");
    await expect.element(quotas).toMatchTextContent("1.1 of 1 PB. Nothing is refused.");
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
    await expectAccessible();
  });

  test("nothing is said of a quota before, nor to who may begin nothing", async () => {
    const { unmount } = open({ upload: { Status: "READY_FOR_UPLOAD" } });
    await expect.element(text(NOTHING_YET)).toBeVisible();
    expect(panel("Quotas").elements()).toEqual([]);
    unmount();
    const { calls } = open({
      upload: { Status: "READY_FOR_UPLOAD" },
      roles: ["base", "guest"],
      quotas: near,
    });
    await expect.element(text(NOTHING_YET)).toBeVisible();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain(endpoints.readUploadQuotas);
  });
});

test("one's own upload in another tab is told to be well, before the specified text", async () => {
  open({ upload: { ...OWN, Status: "UPLOADING" } });
  const specified =
    "Errors may occur while uploading. Please wait 5 minutes and refresh the page...";
  await expect.element(text(specified)).toBeVisible();
  const card = panel("Uploading elsewhere");
  await expect.element(card).toMatchTextContent("since 2026-11-21 09:54:32 UTC");
  await expect.element(card).toMatchTextContent("750 B of 1000 B");
  const words = card.element().textContent;
  expect(words.indexOf("Another of your tabs or browsers")).toBe(0);
  expect(words.indexOf(specified)).toBeGreaterThan(0);
  await expectAccessible();
});

test("one's own upload in another tab is carried on here once that was confirmed", async () => {
  const { uploaders } = open({ upload: { ...OWN, Status: "UPLOADING" } });
  await button("Resume here").click();
  const dialog = page.getByRole("dialog", { name: "Resume this upload here?" });
  await expect.element(dialog).toMatchTextContent("The other page stops sending.");
  expect(uploaders.at(-1)?.commands).toEqual([]);
  await dialog.getByRole("button", { name: "Resume here" }).click();
  await expect.poll(() => uploaders.at(-1)?.commands).toEqual(["takeOver"]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each(["VALIDATING_SOURCE", "GENERATING_METADATA_N_UPLOAD_TASK"] as const)(
  "what is in %s elsewhere is not carried on here: nothing of it is kept yet",
  async (Status) => {
    open({ upload: { ...OWN, Status } });
    await expect.element(part("Another of your tabs or browsers")).toBeVisible();
    expect(button("Resume here").elements()).toEqual([]);
  },
);

describe("a team leader", () => {
  test.each(["UPLOADING", "UPLOAD_PAUSED", "UPLOAD_FAILED"] as const)(
    "reads at another's %s that it can be reset, and nothing of the Administrator",
    async (Status) => {
      open({ upload: { ...OTHER, Status }, roles: LEADER });
      await expect.element(part("You can reset it yourself, with Reset upload.")).toBeVisible();
      await expect.element(button("Reset upload")).toBeEnabled();
      expect(part("Administrator").elements()).toEqual([]);
    },
  );

  test("reads at a failed validation that it can be reset, others that the Administrator helps", async () => {
    const upload = { ...OTHER, Status: "VALIDATING_UPLOAD_FAILED" } as const;
    const { unmount } = open({ upload, roles: LEADER });
    await expect.element(part("Reset upload removes it")).toBeVisible();
    expect(part("Administrator").elements()).toEqual([]);
    unmount();
    open({ upload });
    await expect.element(part("contact Robin Reyes or the Administrator.")).toBeVisible();
  });

  test("may update another's data, and reads whose it is", async () => {
    const { jobs } = open({
      upload: { ...OTHER, Status: "DATA_READY", Locations: ["s3://swath-lidar/FL000123/LiDAR/"] },
      roles: LEADER,
    });
    await expect.element(part("This data belongs to Robin Reyes.")).toBeVisible();
    await button("Add / Update Existing Data").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("New lines");
    await button("Update").click();
    await expect.poll(() => jobs.at(-1)?.isUpdate).toBe(true);
    expect(jobs.at(-1)?.reason).toBe("New lines");
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
  });
});

test("after a leader's reset the crew reads who did it, when, and what to do", async () => {
  const { uploaders, server } = open({ upload: { ...OWN, Status: "READY_FOR_UPLOAD" } });
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  uploaders[0]?.show({ status: "UPLOADING", hasFiles: true, settled: false });
  await expect.element(button("Pause upload")).toBeEnabled();
  const updated = "2026-11-21T10:00:00.000Z";
  server.state = { ...server.state, user: "Lee Leader", isOwn: false, updated };
  uploaders[0]?.show({
    status: "READY_FOR_UPLOAD",
    settled: true,
    error: { code: "UPLOAD_NOT_ACTIVE", message: "this upload is not active" },
  });
  await expect
    .element(text("This upload was reset by Lee Leader, 2026-11-21 10:00:00 UTC."))
    .toBeVisible();
  await expect.element(part("Select the folder again to upload it.")).toBeVisible();
  expect(part("is not active").elements()).toEqual([]);
});

test("after a cancelled update the data keeps its own date and user", async () => {
  open({
    upload: { ...OWN, Status: "UPDATE_CANCELLED", IsUpdate: true, Locations: ["s3://a/b/"] },
    server: { ready: { at: "2026-10-01T08:00:00.000Z", user: "Robin Reyes" } },
  });
  await expect.element(panel("Uploaded data")).toMatchTextContent("2026-10-01 08:00:00 UTC");
  await expect.element(panel("Uploaded data")).toMatchTextContent("Robin Reyes");
  expect(panel("Uploaded data").element().textContent).not.toContain("2026-11-21");
});

describe("the question of a reset", () => {
  test.each([
    ["UPLOAD_PAUSED", false, "What arrived is kept"],
    ["UPLOAD_PAUSED", true, "it must be uploaded again from the start"],
    ["VALIDATING_UPLOAD_FAILED", false, "it must be uploaded again from the start"],
  ] as const)("at %s of an update (%s) says: %s", async (Status, IsUpdate, words) => {
    open({ upload: { ...OTHER, Status, IsUpdate }, roles: LEADER });
    await button("Reset upload").click();
    const dialog = page.getByRole("dialog", { name: "Reset upload?" });
    await expect.element(dialog).toMatchTextContent(words);
  });
});

describe("an inconsistent folder", () => {
  const SPECIFIED = "File inconsistency detected. Please select the original folder.";

  test("of another name is told from the original", async () => {
    open({ upload: { ...OWN, Status: "UPLOAD_PAUSED" } });
    await expect.element(panel("Resume upload")).toMatchTextContent("75.00%");
    choose(new Map([["FL000123_046/a.kmz", new Uint8Array(1)]]));
    await expect.element(text(SPECIFIED)).toBeVisible();
    await expect
      .element(text("The original folder is FL000123_045, not FL000123_046."))
      .toBeVisible();
  });

  test("has its differing files named below the specified text", async () => {
    const { uploaders } = open({ upload: { ...OWN, Status: "UPLOAD_PAUSED" } });
    await expect.element(panel("Resume upload")).toMatchTextContent("75.00%");
    uploaders[0]?.show({
      status: "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
      error: {
        code: "MANIFEST_MISMATCH",
        message: SPECIFIED,
        detail: "FL000123_045/a.000: is missing in this folder\nand 2 more",
      },
    });
    await expect.element(text(SPECIFIED)).toBeVisible();
    await expect.element(text("FL000123_045/a.000: is missing in this folder")).toBeVisible();
    await expect.element(text("and 2 more")).toBeVisible();
  });
});

test("the browser's tab says how far an upload is, and afterwards what it always says", async () => {
  const { uploaders } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  expect(document.title).toBe("Swath Upload FL000123");
  const [uploader] = uploaders;
  const progress = { ...uploader!.getSnapshot().progress, percent: 43.9 };
  uploader!.show({ status: "UPLOADING", hasFiles: true, settled: false, progress });
  await expect.poll(() => document.title).toBe("43 % · FL000123 · Swath");
  uploader!.show({ status: "DATA_READY", settled: true });
  await expect.poll(() => document.title).toBe("Swath Upload FL000123");
});
