import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateFolder } from "./validate-folder.ts";
import { BROKEN_RULES } from "./testing/broken-rules.ts";
import { folderRequest, VALID_FOLDERS, type ValidFolderId } from "./testing/valid-folders.ts";

const folders = Object.keys(VALID_FOLDERS) as ValidFolderId[];

describe("a valid folder", () => {
  test.each(folders)("of %s is accepted whole", (id) => {
    const request = folderRequest(id);
    const result = validateFolder(request);
    expect(result.findings).toEqual([]);
    expect(result.accepted.map((file) => file.path)).toEqual(request.files.map((f) => f.path));
  });
});

describe("a broken rule", () => {
  test.each(BROKEN_RULES)("$rule of $folder says: $message", (row) => {
    const request = folderRequest(row.folder, row);
    const base = request.files[0]?.path.split("/")[0] ?? "";
    const found = validateFolder(request).findings.find((finding) => finding.rule === row.rule);
    expect(found?.message).toBe(row.message);
    expect(found?.files.map((name) => name.replaceAll(`${base}/`, ""))).toEqual(row.names);
  });

  test("leaves nothing but the valid files to be uploaded", () => {
    for (const row of BROKEN_RULES.filter(({ rule }) => /^(name-|no-rule|unsafe)/.test(rule))) {
      const { accepted } = validateFolder(folderRequest(row.folder, row));
      const names = accepted.map((file) => file.path.slice(file.path.indexOf("/") + 1));
      expect(names.filter((name) => row.names.includes(name))).toEqual([]);
    }
  });
});

describe("the base folder", () => {
  test("blocks where there are two, or none", () => {
    const request = folderRequest("laz");
    const stray = { path: "other/a.laz", size: 1 };
    expect(validateFolder({ ...request, files: [...request.files, stray] }).findings).toMatchObject(
      [{ rule: "base-folder", files: ["other/a.laz"] }],
    );
    expect(validateFolder({ ...request, files: [{ path: "a.laz", size: 1 }] }).blocked).toBe(true);
    expect(validateFolder({ ...request, files: [] })).toMatchObject({
      blocked: true,
      baseFolder: undefined,
    });
  });
});

const named = (...names: string[]) => folderRequest("lidar", { add: names });

describe("the spelling of accents", () => {
  test("changes no verdict, and a file keeps that of its drive", () => {
    const name = "Mu\u0308ller/FL000123e\u0301.range";
    const mac = validateFolder(named(name));
    const windows = validateFolder(named(name.normalize("NFC")));
    expect(mac.findings).toEqual(windows.findings);
    expect(mac.accepted.at(-1)?.path).toBe(`FL000123_045/${name}`);
    expect(windows.accepted.at(-1)?.path).toBe(`FL000123_045/${name.normalize("NFC")}`);
  });

  test("blocks a folder with one file in two of them", () => {
    const name = "M\u00fcller/FL000123_01_0009.range";
    expect(validateFolder(named(name, name.normalize("NFD"))).blocked).toBe(true);
  });
});

describe("an update", () => {
  test("needs no minimum, but valid names", () => {
    const request = folderRequest("lidar", { without: /^(?!.*range$)/, add: ["x.000"] });
    expect(validateFolder({ ...request, isUpdate: true }).findings).toMatchObject([
      { rule: "name-gps", level: "invalid" },
    ]);
  });
});

function firstDestination(id: ValidFolderId): string | undefined {
  return validateFolder(folderRequest(id)).accepted[0]?.destination;
}

describe("destinations", () => {
  test("of one capture of LiDAR and imagery send what both need to both", () => {
    const request = { ...folderRequest("lidar"), simultaneous: true };
    const kinds = validateFolder(request).accepted.map((f) => `${f.kind} ${f.destination}`);
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

test("what one validation accepts, a second one accepts again, for any names", () => {
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
      const once = validateFolder({ ...request, files: unique });
      const twice = validateFolder({ ...request, files: once.accepted });
      expect(twice.accepted).toEqual(once.accepted);
      const left = twice.findings.filter(({ level }) => level !== "warning");
      const expected = once.findings.filter(({ rule }) => rule.startsWith("minimum-"));
      expect(left).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

// What grows faster than the folder does not end before the test's own time limit.
test("a folder of 100,000 names is validated", () => {
  const request = folderRequest("lidar", {
    add: Array.from(
      { length: 100_000 },
      (_, i) => `FL000123_0${i % 10}/FL000123_0${i % 10}_${i}.range`,
    ),
  });
  expect(validateFolder(request).accepted.length).toBeGreaterThan(100_000);
});
