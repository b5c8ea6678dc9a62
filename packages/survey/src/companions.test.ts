import { expect, test } from "vitest";
import { companions, patternsFault } from "./companions.ts";
import { VALID_FOLDERS } from "./testing/valid-folders.ts";
import { validateFolder } from "./validate-folder.ts";
import { folderRequest } from "./testing/valid-folders.ts";

const BASE = "FL000123_045";
const isCompanion = companions();

test.each([
  "._FL000123_01_0001.range",
  "FL000123_01/._000001.IIQ",
  "a/b/c/._x",
  ".DS_Store",
  "FL000123_01/.ds_store",
  ".Spotlight-V100/Store-V2/a.dat",
  ".Trashes/501/FL000123_01.000",
  ".Trash-1000/files/FL000123_01.000",
  ".fseventsd/0001.dat",
  ".TemporaryItems/folders.501/a.xml",
  ".DocumentRevisions-V100/.cs/a.dat",
  ".apdisk",
  ".VolumeIcon.icns",
  "Thumbs.db",
  "FL000123_01/THUMBS.DB",
  "ehthumbs.db",
  "desktop.ini",
  "$RECYCLE.BIN/S-1-5-21/desktop.ini",
  "$Recycle.Bin/S-1-5-21/$RA1B2C3.range",
  "RECYCLER/S-1-5-21/Dc1.range",
  "System Volume Information/IndexerVolumeGuid",
  "FL000123_01/~$FL000123_01.xls",
  ".~lock.FL000123.xls#",
  ".directory",
  ".nfs000000000042a1b200000003",
  "lost+found/#12345",
  "__MACOSX/FL000123_01/._a.range",
])("%s is a companion, at any depth", (path) => {
  expect(isCompanion(`${BASE}/${path}`)).toBe(true);
  expect(isCompanion(`${BASE}/one/two/${path}`)).toBe(true);
});

test("a companion folder is one by its own path, too, and files' names take no folder with them", () => {
  expect(isCompanion(`${BASE}/$RECYCLE.BIN/`)).toBe(true);
  expect(isCompanion(`${BASE}/._FL000123_02/`)).toBe(false);
  expect(isCompanion(`${BASE}/._FL000123_02/FL000123_02.000`)).toBe(false);
});

test.each([
  ...Object.values(VALID_FOLDERS).flatMap(({ names }): readonly string[] => names),
  "a._b.range",
  "_FL000123.range",
  "~FL000123_01_0001.range",
  "$FL000123_01.range",
  ".hidden.range",
  "Trashes/FL000123_01.000",
  "lost/FL000123_01.000",
  "desktop.ini.dat",
  "thumb/0001.jpg",
  ".lock",
])("%s is none", (path) => {
  expect(isCompanion(`${BASE}/${path}`)).toBe(false);
});

test("the company's patterns match whole names, of folders too, but not the chosen folder's", () => {
  const own = companions(["*.tmp", ".sync*", "note?.txt"]);
  for (const path of ["a.TMP", "b/.syncthing/FL000123_01.000", "x/note1.txt", "a.tmp/b.range"])
    expect(own(`${BASE}/${path}`)).toBe(true);
  for (const path of ["a.tmp.range", "x.sync", "note12.txt", "note.txt"])
    expect(own(`${BASE}/${path}`)).toBe(false);
  expect(companions([`*_045`])(`${BASE}/a.range`)).toBe(false);
});

// What backtracks by each star does not end before the test's own time limit.
test("a pattern of many stars is matched in time of its length", () => {
  const own = companions([`${"*a".repeat(31)}b`]);
  expect(own(`${BASE}/${"a".repeat(255)}`)).toBe(false);
});

test.each([
  ["*", "would leave flight data out, such as FL000123_045"],
  ["*.*", "would leave flight data out"],
  ["FL*", "would leave flight data out"],
  ["*.range", "such as FL000123_01_0001.range"],
  ["*.IIQ", "such as 000001.iiq"],
  ["???????????.0??", "such as FL000123_01.000"],
  ["a/b", "is not a pattern of a name"],
  ["..", "is not a pattern of a name"],
  ["a\u0000", "is not a pattern of a name"],
  ["", "has not 1 to 64 characters"],
  ["x".repeat(65), "has not 1 to 64 characters"],
])("the pattern %j is refused: it %s", (pattern, fault) => {
  expect(patternsFault(["*.tmp", pattern])).toContain(fault);
});

test("up to 64 patterns are taken", () => {
  const many = Array.from({ length: 64 }, (_, i) => `~backup${i}-*`);
  expect(patternsFault(many)).toBeUndefined();
  expect(patternsFault([...many, "a"])).toContain("more than 64");
});

test("companions are in no list of a folder's validation, and make no base folder", () => {
  const request = folderRequest("lidar");
  const beside = request.files.map(({ path, size }) => {
    const cut = path.lastIndexOf("/") + 1;
    return { path: `${path.slice(0, cut)}._${path.slice(cut)}`, size };
  });
  const rest = [".DS_Store", "__MACOSX/a.range", `${BASE}/System Volume Information/a.000`];
  const files = [...rest.map((path) => ({ path, size: 0 })), ...beside, ...request.files];
  expect(validateFolder({ ...request, files })).toEqual(validateFolder(request));
  const own = [{ path: `${BASE}/FL000123_01/FL000123_01.tmp.range`, size: 4 }, ...request.files];
  const result = validateFolder({ ...request, files: own, companions: ["*.tmp.*"] });
  expect(result).toEqual(validateFolder(request));
});
