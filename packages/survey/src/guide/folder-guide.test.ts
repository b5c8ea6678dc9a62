import { describe, expect, test } from "vitest";
import { memorySource } from "../readers/file-source.ts";
import { folderReport } from "../folder-report.ts";
import { MINIMUM_RULES } from "../rules/minimums.ts";
import { folderRequest, VALID_FOLDERS, type ValidFolderId } from "../testing/valid-folders.ts";
import { validateFolder } from "../validate-folder.ts";
import { folderGuide, type GuidedUpload } from "./folder-guide.ts";

const FACTS = {
  projectIds: ["PRJ10001"],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
  equipment: [],
  day: Date.UTC(2026, 2, 14),
};
const IDS = Object.keys(VALID_FOLDERS) as ValidFolderId[];

function guidedUpload(id: ValidFolderId): GuidedUpload {
  const { files: _, ...upload } = folderRequest(id);
  return { ...FACTS, ...upload };
}

const filesOf = (upload: GuidedUpload): readonly string[] =>
  folderGuide(upload)
    .tree.filter(({ isFolder }) => !isFolder)
    .map(({ path }) => path);

const validated = (upload: GuidedUpload, paths: readonly string[]) =>
  validateFolder({ ...upload, files: paths.map((path) => ({ path, size: 1000 })) });

describe("the example folder", () => {
  test.each(IDS)("of %s keeps every rule on names and minimums", (id) => {
    const upload = guidedUpload(id);
    const { findings, accepted } = validated(upload, filesOf(upload));
    expect(findings).toEqual([]);
    expect(accepted.length).toBeGreaterThan(0);
  });

  test.each(IDS)("of %s is blocked without any of the kinds that it marks as needed", (id) => {
    const upload = guidedUpload(id);
    const lines = folderGuide(upload).tree.filter(({ isFolder }) => !isFolder);
    const kinds = new Set(lines.filter(({ isNeeded }) => isNeeded).map(({ what }) => what));
    for (const kind of kinds) {
      const left = lines.filter(({ what }) => what !== kind).map(({ path }) => path);
      // Of images of two kinds either is enough.
      const either = /image/.test(String(kind)) && left.some((path) => path.includes("Images/"));
      expect(validated(upload, left).blocked || either).toBe(true);
    }
  });

  test.each(IDS)("of %s keeps them with what it marks as needed alone", (id) => {
    const upload = guidedUpload(id);
    const needed = folderGuide(upload).tree.filter((line) => !line.isFolder && line.isNeeded);
    const { blocked } = validated(
      upload,
      needed.map(({ path }) => path),
    );
    expect(blocked && needed.length > 0).toBe(false);
  });
});

test("a guide names each minimum of the upload with names that meet it", () => {
  const { needs, baseFolder } = folderGuide(guidedUpload("lidar"));
  expect(baseFolder).toBe("FL000123_045");
  expect(needs).toEqual([
    {
      text: "GPS and Range files of each flight part",
      names: ["FL000123_01.000", "FL000123_01.001", "FL000123_01_0001.range"],
    },
    {
      text: "GPS files without a gap in their numbers",
      names: ["FL000123_01.000", "FL000123_01.001"],
    },
    { text: "At least one flight plan (*.kmz)", names: ["PRJ10001_plan.kmz"] },
    { text: "At least one FMS log (*.log)", names: ["FMS_Flight_Log_20260314.log"] },
  ]);
});

test("an update needs nothing, and takes the same", () => {
  const upload = guidedUpload("lidar");
  const guide = folderGuide({ ...upload, isUpdate: true });
  expect(guide.needs).toEqual([]);
  expect(guide.takes.length).toBe(
    folderGuide(upload).takes.length + new Set(["gps", "range", "flightPlan", "fmsLog"]).size,
  );
});

test("what an upload leaves out is named, and stands in no tree", () => {
  const guide = folderGuide(guidedUpload("terrainLidar"));
  expect(guide.leavesOut).toEqual(["Thumbnail", "Dark frame"]);
  expect(guide.tree.some(({ what }) => what === "Thumbnail")).toBe(false);
});

test("its rules are those that the report of such a folder lists as kept", async () => {
  for (const id of IDS) {
    const upload = guidedUpload(id);
    const files = filesOf(upload).map((path) => memorySource(path, new Uint8Array(9).fill(1)));
    const { rules } = await folderReport({ ...upload, files, now: 0 });
    const listed = rules
      .map(({ kept }) => kept)
      .filter((kept) => !/^FMS logs (?:st|end)/.test(kept));
    expect(folderGuide(upload).rules).toEqual(listed);
  }
});

test("each minimum says what a folder needs and what holds where it has it", () => {
  for (const { need, kept } of Object.values(MINIMUM_RULES)) {
    expect(need).toMatch(/^[A-Z]/);
    expect(kept).toMatch(/^[A-Z]/);
  }
});

test("a folder is drawn with what is needed first, each folder after its files", () => {
  const upload = { ...guidedUpload("a3"), projectIds: [], day: undefined };
  const lines = folderGuide(upload).tree.map(
    ({ depth, name, isNeeded }) => `${"  ".repeat(depth)}${name}${isNeeded ? "" : " ?"}`,
  );
  expect(lines).toEqual([
    "FL000123_011",
    "  FL000123.gpso ?",
    "  FL000123.gpsn ?",
    "  PRJ00001_plan.kmz ?",
    "  FMS_Flight_Log_20260131.log ?",
    "  FL000123.kmz ?",
    "  FL000123_overview.jpg ?",
    "  FL000123_overview.jgw ?",
    "  FL000123_01",
    "    FL000123_01.pdf",
    "    FL000123_01.xls",
    "  FL000123_02",
    "    FL000123_02.pdf",
    "    FL000123_02.xls",
    "  Images",
    "    0001.bin",
  ]);
});
