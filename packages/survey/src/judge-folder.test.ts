import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FolderVerdict, judgeFolder } from "./judge-folder.ts";
import { RULES } from "./rules/rule-table.ts";
import { BROKEN_RULES } from "./testing/broken-rules.ts";
import { folderRequest, VALID_FOLDERS, type ValidFolderId } from "./testing/valid-folders.ts";

const folders = Object.keys(VALID_FOLDERS) as ValidFolderId[];

describe("a valid folder", () => {
  test.each(folders)("of %s is accepted whole", (id) => {
    const request = folderRequest(id);
    const verdict = judgeFolder(request);
    expect(verdict.findings).toEqual([]);
    expect(verdict.accepted.map((file) => file.path)).toEqual(request.files.map((f) => f.path));
  });
});

describe("a broken rule", () => {
  test.each(BROKEN_RULES)("$rule of $folder says: $message", (row) => {
    const request = folderRequest(row.folder, row);
    const base = request.files[0]?.path.split("/")[0] ?? "";
    const found = judgeFolder(request).findings.find((finding) => finding.rule === row.rule);
    expect(found?.message).toBe(row.message);
    expect(found?.files.map((name) => name.replaceAll(`${base}/`, ""))).toEqual(row.names);
  });

  test("is listed here for every rule of the table that can be broken", () => {
    const broken = new Set(["base-folder", ...BROKEN_RULES.map((row) => row.rule)]);
    // The suffix is all that these kinds ask for: what lacks it is no such file.
    const bySuffix = ["name-laz", "name-sol", "name-mm1Dat", "name-raw"];
    expect(RULES.map((rule) => rule.id).filter((id) => !broken.has(id))).toEqual(bySuffix);
  });

  test("leaves nothing but the valid files to be uploaded", () => {
    for (const row of BROKEN_RULES.filter(({ rule }) => /^(name-|no-rule|unsafe)/.test(rule))) {
      const { accepted } = judgeFolder(folderRequest(row.folder, row));
      const names = accepted.map((file) => file.path.slice(file.path.indexOf("/") + 1));
      expect(names.filter((name) => row.names.includes(name))).toEqual([]);
    }
  });
});

function judgedAs(base: string): FolderVerdict {
  const request = folderRequest("lidar");
  const files = request.files.map((f) => ({ ...f, path: f.path.replace(/^[^/]+/, base) }));
  return judgeFolder({ ...request, files });
}

describe("the base folder", () => {
  test.each(["FL000123_046", "FL000124_045", "FL000123_45", "fl000123_045", "FL000123_045_01"])(
    "named %s blocks",
    (base) => {
      const verdict = judgedAs(base);
      expect(verdict.blocked).toBe(true);
      expect(verdict.findings[0]).toEqual({
        rule: "base-folder",
        level: "blocked",
        message:
          "The base folder name violates the naming standard, or doesn't match the FlightID and Sensor Number",
        files: [base],
      });
    },
  );

  test("blocks where there are two, or none", () => {
    const request = folderRequest("laz");
    const stray = { path: "other/a.laz", size: 1 };
    expect(judgeFolder({ ...request, files: [...request.files, stray] }).findings).toMatchObject([
      { rule: "base-folder", files: ["other/a.laz"] },
    ]);
    expect(judgeFolder({ ...request, files: [{ path: "a.laz", size: 1 }] }).blocked).toBe(true);
    expect(judgeFolder({ ...request, files: [] })).toMatchObject({
      blocked: true,
      baseFolder: undefined,
    });
  });
});

describe("an update", () => {
  test("is asked for no minimum, but for right names", () => {
    const request = folderRequest("lidar", { without: /^(?!.*range$)/, add: ["x.000"] });
    expect(judgeFolder({ ...request, isUpdate: true }).findings).toMatchObject([
      { rule: "name-gps", level: "invalid" },
    ]);
  });
});

function firstDestination(id: ValidFolderId): string | undefined {
  return judgeFolder(folderRequest(id)).accepted[0]?.destination;
}

describe("destinations", () => {
  test("of one capture of LiDAR and imagery send what both need to both", () => {
    const request = { ...folderRequest("lidar"), simultaneous: true };
    const kinds = judgeFolder(request).accepted.map((f) => `${f.kind} ${f.destination}`);
    expect(new Set(kinds)).toEqual(
      new Set([
        "flightLog LIDAR_IMAGERY",
        "excel LIDAR_IMAGERY",
        "coverage LiDAR",
        "flightPlan LiDAR",
        "fmsLog LiDAR",
        "gps LIDAR_IMAGERY",
        "range LiDAR",
      ]),
    );
  });

  test("follow the upload type", () => {
    expect(firstDestination("lidar")).toBe("LiDAR");
    expect(firstDestination("laz")).toBe("LiDAR");
    expect(firstDestination("medium")).toBe("IMAGERY");
    expect(firstDestination("terrainImagery")).toBe("IMAGERY");
  });
});

test("what one judgement accepts, a second one accepts again, whatever the names", () => {
  const name = fc.array(
    fc.constantFrom("FL000123", "FL9", "_01", "_045", "/", "MM1", "PRJ12345", ".", "000", "kmz"),
    { maxLength: 8 },
  );
  const files = fc.array(
    fc.record({
      path: fc.oneof(
        name.map((p) => p.join("")),
        fc.string(),
      ),
      size: fc.nat(2),
    }),
  );
  fc.assert(
    fc.property(files, fc.constantFrom(...folders), (extra, id) => {
      const request = folderRequest(id);
      const unique = [...new Map([...request.files, ...extra].map((f) => [f.path, f])).values()];
      const once = judgeFolder({ ...request, files: unique });
      const twice = judgeFolder({ ...request, files: once.accepted });
      expect(twice.accepted).toEqual(once.accepted);
      const left = twice.findings.filter(({ level }) => level !== "warning");
      const expected = once.findings.filter(({ rule }) => rule.startsWith("minimum-"));
      expect(left).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("a folder of 100,000 names is judged well under two seconds", () => {
  const request = folderRequest("lidar", {
    add: Array.from(
      { length: 100_000 },
      (_, i) => `FL000123_0${i % 10}/FL000123_0${i % 10}_${i}.range`,
    ),
  });
  const start = performance.now();
  expect(judgeFolder(request).accepted.length).toBeGreaterThan(100_000);
  expect(performance.now() - start).toBeLessThan(2_000);
});
