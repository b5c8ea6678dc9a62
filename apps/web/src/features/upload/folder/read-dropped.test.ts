import { expect, test } from "vitest";
import type { PickedFile } from "./picked-file.ts";
import { droppedFolder, readDropped } from "./read-dropped.ts";

type Tree = { readonly [name: string]: Tree | number };

/** A folder as a drop hands it out: its reader gives at most 100 entries at a time. */
function folder(fullPath: string, tree: Tree): FileSystemDirectoryEntry {
  const children = Object.entries(tree).map(([name, child]) =>
    typeof child === "number"
      ? file(`${fullPath}/${name}`, child)
      : folder(`${fullPath}/${name}`, child),
  );
  return {
    isDirectory: true,
    isFile: false,
    fullPath,
    createReader: () => {
      let at = 0;
      return {
        readEntries: (give: (entries: FileSystemEntry[]) => void) => {
          give(children.slice(at, at + 100));
          at += 100;
        },
      };
    },
  } as unknown as FileSystemDirectoryEntry;
}

function file(fullPath: string, bytes: number): FileSystemEntry {
  return {
    isDirectory: false,
    isFile: true,
    fullPath,
    file: (give: (file: File) => void, refuse: (error: Error) => void) =>
      bytes < 0 ? refuse(new Error("gone")) : give(new File([new Uint8Array(bytes)], "x")),
  } as unknown as FileSystemEntry;
}

function drop(...entries: FileSystemEntry[]): FileSystemDirectoryEntry | undefined {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return droppedFolder({ items } as unknown as DataTransfer);
}

async function read(from: FileSystemDirectoryEntry): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  await readDropped(from, {
    take: (slice) => void files.push(...slice),
    pause: () => Promise.resolve(),
  });
  return files;
}

test("a dropped folder is read with all below it, more than one reading of a reader included", async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`${i}.laz`, 1]));
  const files = await read(folder("/FL000123_045", { many, "a.kmz": 7 }));
  expect(files).toHaveLength(251);
  expect(files.find(({ path }) => path === "FL000123_045/a.kmz")?.file.size).toBe(7);
});

test("a file that cannot be opened is an error, and not left out in silence", async () => {
  await expect(read(folder("/F", { "gone.000": -1 }))).rejects.toThrow("gone");
});

test("only one folder is taken", () => {
  const one = folder("/F", {});
  expect(drop(one)).toBe(one);
  expect(drop(one, folder("/G", {}))).toBeUndefined();
  expect(drop(file("/f", 1))).toBeUndefined();
});
