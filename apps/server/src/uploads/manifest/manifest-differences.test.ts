import type { FileEntry, ManifestHead } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { rowOf } from "./file-rows.ts";
import { manifestDifferences } from "./manifest-differences.ts";

const HEAD: Omit<ManifestHead, "baseFolder"> = {
  flightId: "FL000123",
  uploadId: "0".repeat(24),
  uploadType: "LiDAR",
  sensorName: "Galaxy - 045",
  isUpdate: false,
};

interface Folder {
  readonly baseFolder: string;
  readonly files: readonly FileEntry[];
}

function folder(
  files: Readonly<Record<string, number>>,
  baseFolder = "FL000123_045",
  zipped = true,
): Folder {
  return {
    baseFolder,
    files: Object.entries(files).map(([fileName, originalSize]) => ({
      fileName,
      fullPath: `${baseFolder}/${fileName}`,
      originalSize,
      parts: 1,
      zipped,
      destination: "LiDAR",
    })),
  };
}

async function* inPages(files: readonly FileEntry[]): AsyncGenerator<readonly FileEntry[]> {
  yield files.slice(0, 2);
  yield files.slice(2);
}

const differences = (original: Folder, chosen: Folder): Promise<string[]> =>
  manifestDifferences(
    { baseFolder: original.baseFolder, files: inPages(original.files) },
    {
      head: { ...HEAD, baseFolder: chosen.baseFolder },
      pages: [chosen.files.slice(0, 1), chosen.files.slice(1)].map((files) =>
        JSON.stringify(files.map(rowOf)),
      ),
    },
  );

test("files that are missing, added or of another size are named, and no other", async () => {
  const original = folder({ "a.000": 10, "b.log": 5, "c.range": 7 });
  const chosen = folder({ "b.log": 5, "c.range": 8, "d.pdf": 1 });
  expect(await differences(original, chosen)).toEqual([
    "FL000123_045/a.000: is missing in this folder",
    "FL000123_045/c.range: has 8 bytes, the original 7",
    "FL000123_045/d.pdf: is not in the original folder",
  ]);
  expect(await differences(original, original)).toEqual([]);
});

test("a file in another spelling is the same one", async () => {
  const windows = folder({ "M\u00fcller.range": 7 });
  const mac = folder({ "Mu\u0308ller.range": 7 });
  expect(await differences(windows, mac)).toEqual([]);
});

test("another folder is named as such, instead of each of its files", async () => {
  expect(await differences(folder({ a: 1 }), folder({ a: 1 }, "FL000123_046"))).toEqual([
    "The original folder is FL000123_045, not FL000123_046",
  ]);
});

test("a file that is to be sent in another way is named", async () => {
  const plain = folder({ "a.range": 1 }, "FL000123_045", false);
  expect(await differences(folder({ "a.range": 1 }), plain)).toEqual([
    "FL000123_045/a.range: is sent in another way by this version",
  ]);
});

test("of thousands of files the first 50 are named", async () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${n}.000`, 1]));
  const found = await differences(folder({ a: 1, ...many }), folder({ a: 1 }));
  expect(found).toHaveLength(51);
  expect(found.at(-1)).toBe("and 1950 more");
});
