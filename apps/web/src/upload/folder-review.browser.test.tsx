import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleFiles } from "../../../../tools/testing/sample-files.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { choose } from "./testing/choose.ts";
import { dropFiles } from "./testing/drop-files.ts";
import { mountUploadPage, type MountedPage, type Scene } from "./testing/mount-upload-page.tsx";
import { SAMPLE } from "./testing/sample-flight.ts";

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Opens the upload and chooses a folder for it. */
async function openWith(files: Files, scene: Scene = {}): Promise<MountedPage> {
  mounted = mountUploadPage(scene);
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  choose(files);
  return mounted;
}

const LAZ = sampleFiles(SAMPLE, [], "TerrainMapperLAZ");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
const part = (words: string) => page.getByText(words, { exact: false });
const report = dialog("File Validation Results");
const MET = "Minimum requirements have been met, all VALID files will be uploaded.";
const MISSED =
  "Minimum requirements have not been met. No files can be uploaded until this is corrected.";

/** Presses Tab until a button has the focus, then Enter. */
async function pressByKeyboard(name: string): Promise<void> {
  for (let tabs = 0; tabs < 30; tabs++) {
    await userEvent.keyboard("{Tab}");
    if (document.activeElement?.textContent === name) break;
  }
  expect(document.activeElement?.textContent).toBe(name);
  await userEvent.keyboard("{Enter}");
}

describe("the report", () => {
  test("of a valid folder says so first, and shows the times and the flight plan", async () => {
    await openWith(sampleFiles(SAMPLE));
    await expect.element(report).toMatchTextContent(MET);
    await expect.element(report.getByRole("heading", { name: "Valid" })).toBeVisible();
    const kept = page.getByRole("group").filter({ hasText: "rules passed" });
    await expect.element(kept).not.toHaveAttribute("open");
    await expect.element(kept).toMatchTextContent("Folder name is right");
    await expect.element(kept).not.toMatchTextContent("POS");
    await expect
      .element(report)
      .toMatchTextContent("Wheels up to wheels down 2026-03-14 01:00 – 01:20 UTC");
    await expectAccessible();
    await expect.element(report).toMatchTextContent("8 lines, 2 cross-strips");
  });

  test("of a blocked folder cannot be confirmed, and lists every reason", async () => {
    const { uploaders } = await openWith(
      sampleFiles(SAMPLE, ["gps-gap", "laser-serial", "flight-plan-corrupt", "unknown-file"]),
    );
    await expect.element(report).toMatchTextContent("Blocked by 3 problems");
    for (const text of [
      MISSED,
      "A minimum of at least one GPS file is required, there can be no gaps in the GPS file sequence",
      "The laser serial no. in a range file does not match the expected laser serial no.",
      "Possible corrupt Flight Plan KML, file failed validation",
      "File matches no naming standard of this upload and will not be uploaded",
    ])
      await expect.element(report).toMatchTextContent(text);
    await expect.element(button("Upload")).not.toBeInTheDocument();
    await expect.element(button("Continue")).not.toBeInTheDocument();
    await expectAccessible();
    await button("Close").click();
    await expect.element(report).not.toBeInTheDocument();
    expect(uploaders[0]?.commands).toEqual([]);
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
  });

  test("shows a name that looks like a page as text", async () => {
    const name = "FL000123_045/<img src=x onerror=alert(1)>.mp4";
    await openWith(new Map([...sampleFiles(SAMPLE), [name, new Uint8Array(1)]]));
    await expect.element(report).toMatchTextContent(name);
    expect(document.querySelector("[role=dialog] img")).toBeNull();
  });

  test("of thousands of wrong names draws only those in sight", async () => {
    const strange = Array.from(
      { length: 5000 },
      (_, i) => [`FL000123_045/${i}.xyz`, new Uint8Array(1)] as const,
    );
    await openWith(new Map([...sampleFiles(SAMPLE), ...strange]));
    await expect.element(report).toMatchTextContent("(5,000 names)");
    expect(document.querySelectorAll("[role=dialog] li").length).toBeLessThan(120);
  });

  test.each([
    [
      "FL000124_045",
      "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number",
    ],
    ["FL000123_046", "No sensor found with sensor no."],
  ])("of a folder named %s says by one problem which rule it breaks", async (name, message) => {
    const other = [...sampleFiles(SAMPLE)].map(
      ([path, bytes]) => [path.replace("FL000123_045/", `${name}/`), bytes] as const,
    );
    await openWith(new Map(other));
    await expect.element(report).toMatchTextContent(message);
    await expect.element(report).toMatchTextContent("Blocked by 1 problem");
  });
});

describe("the dialogs", () => {
  test("come in the given sequence, each confirmed by keyboard, and then the folder is sent", async () => {
    const faults = [
      "gps-missing-start",
      "no-cross-strips",
      "fms-unexpected",
      "fms-start",
      "zero-byte",
    ];
    const { uploaders } = await openWith(sampleFiles(SAMPLE, faults));
    await expect.element(report).toMatchTextContent(/Valid, with \d warnings/);
    await pressByKeyboard("Continue");
    const sequence = [
      ["Missing GPS files", "these are missing. Is this valid?", "Yes"],
      ["No Cross-Strips Found!", "flight plan KMZ from the document portal", "Yes"],
      ["Check FMS Log Files", "FMS logs with unexpected projects", "Continue"],
      [
        "Check FMS Log Files",
        "The FMS log start time differs from wheels up by 2 hours or more",
        "Continue",
      ],
      ["Check Zero-byte Files", "Zero-byte files found.", "Continue"],
    ] as const;
    for (const [title, text, confirm] of sequence) {
      await expect.element(dialog(title)).toMatchTextContent(text);
      await expectAccessible();
      expect(uploaders[0]?.commands).toEqual([]);
      await pressByKeyboard(confirm);
    }
    await expect.poll(() => uploaders[0]?.commands).toEqual(["start"]);
    const sent = uploaders[0]?.selections[0]?.files.map(({ entry }) => entry.fileName);
    expect(sent).not.toContain("FL000123_empty.dat");
  });

  test("lead back to the report when cancelled, and the report lets go of the folder", async () => {
    const { uploaders } = await openWith(sampleFiles(SAMPLE, ["no-cross-strips", "zero-byte"]));
    await button("Continue").click();
    await button("Yes").click();
    await expect.element(dialog("Check Zero-byte Files")).toBeVisible();
    await button("Cancel").click();
    await expect.element(report).toMatchTextContent("Valid, with 2 warnings");
    await button("Continue").click();
    await expect.element(dialog("No Cross-Strips Found!")).toBeVisible();
    await button("No").click();
    await expect.element(report).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(report).not.toBeInTheDocument();
    await expect.element(button("Upload Flight Folder")).toBeEnabled();
    expect(uploaders[0]?.commands).toEqual([]);
  });
});

describe("the LAZ dialog", () => {
  const TERRAIN = { upload: { Type: "TerrainMapperLAZ" } } as const;
  test("names the first 3 files, then '...', and blocks", async () => {
    const spoilt = [...LAZ].map(([path]) => [path, new Uint8Array(500)] as const);
    expect(spoilt).toHaveLength(4);
    await openWith(new Map(spoilt), TERRAIN);
    await button("Continue").click();
    const invalid = dialog("Invalid laz files");
    await expect
      .element(invalid)
      .toMatchTextContent("LAZ files with an unreadable header (4 names)");
    const names = document.querySelectorAll("[role=dialog] li");
    expect([...names].map(({ textContent }) => textContent)).toEqual([
      "FL000123_045/LAZ/strip_0001.laz",
      "FL000123_045/LAZ/strip_0002.laz",
      "FL000123_045/LAZ/strip_0003.laz",
      "...",
    ]);
    await expect.element(invalid.getByRole("button", { name: "Continue" })).not.toBeInTheDocument();
    await expectAccessible();
    await button("Close").click();
    await expect.element(report).toMatchTextContent("Blocked by 1 problem");
  });

  test("asks for near infrared where the processing template does", async () => {
    await openWith(LAZ, { ...TERRAIN, template: "Urban RGBN" });
    await button("Continue").click();
    await expect
      .element(dialog("Invalid laz files"))
      .toMatchTextContent(
        "LAZ files without the RGBN data that the processing template requires (4 names)",
      );
  });
});

test("who chooses a folder anew after cancelling is not led away from its report", async () => {
  mounted = mountUploadPage({
    upload: { User: "Casey Crew", IsOwn: true, Status: "UPLOAD_PAUSED" },
  });
  const { server, uploaders } = mounted;
  await expect.element(button("Cancel upload")).toBeEnabled();
  server.state = { ...server.state, status: "UPLOAD_CANCELLED" };
  await button("Cancel upload").click();
  await dialog("Cancel Upload").getByRole("button", { name: "Cancel upload" }).click();
  const cancelled = page.getByText("job has been successfully cancelled", { exact: false });
  await expect.element(cancelled).toBeVisible();
  choose(sampleFiles(SAMPLE));
  await expect.element(report).toBeVisible();
  await expect.element(cancelled).not.toBeInTheDocument();
  await button("Cancel").click();
  await expect.element(page.getByRole("region", { name: "Select a folder" })).toBeVisible();
  expect(uploaders[0]?.commands).toEqual(["cancel"]);
});

test("a long validation shows its progress, and is stopped", async () => {
  const many = Array.from(
    { length: 20_000 },
    (_, i) => [`FL000123_045/LAZ/${i}.laz`, new Uint8Array(1)] as const,
  );
  const { uploaders } = await openWith(new Map(many), { upload: { Type: "TerrainMapperLAZ" } });
  await expect.element(page.getByRole("progressbar", { name: "Validating Folder" })).toBeVisible();
  await expect.element(page.getByText(/^Validating… [\d,]+ of 20,000 files/)).toBeVisible();
  await expect.element(page.getByText("In progress")).toBeVisible();
  await button("Stop").click();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  expect(uploaders[0]?.commands).toEqual([]);
});

test("a folder of blank files alone is blocked", async () => {
  await openWith(new Map([["FL000123_045/a.laz", new Uint8Array(0)]]));
  await expect.element(report).toMatchTextContent(MISSED);
});

test("a ZIP or loose files in place of the folder are refused, and which folder is wanted is said", async () => {
  mounted = mountUploadPage();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  const heading = page.getByRole("heading", { level: 1 });
  dropFiles(heading.element(), "FL000123_045.zip");
  await expect
    .element(part("FL000123_045.zip is an archive. Unpack it, then drop the folder."))
    .toBeVisible();
  await expectAccessible();
  dropFiles(heading.element(), "a.range", "b.range");
  await expect
    .element(
      part(
        "You dropped 2 files (a.range, b.range). An upload takes one folder. Please drop the folder FL000123_045",
      ),
    )
    .toBeVisible();
  await expect.element(part("is an archive")).not.toBeInTheDocument();
  choose(sampleFiles(SAMPLE));
  await expect.element(report).toBeVisible();
  await expect.element(part("You dropped 2 files")).not.toBeInTheDocument();
  expect(mounted.uploaders[0]?.commands).toEqual([]);
});
