import { expect, test } from "vitest";
import { droppedFolder } from "./choose-folder.tsx";

const WANTED = "FL000123_045";

/** A drop of these names; folders end with `/`. */
function drop(...names: readonly string[]) {
  const items = names.map((text) => {
    const name = text.replace("/", "");
    const entry = { name, isDirectory: text.endsWith("/"), isFile: !text.endsWith("/") };
    return { kind: "file", webkitGetAsEntry: () => entry, getAsFile: () => new File([], name) };
  });
  return droppedFolder({ items } as unknown as DataTransfer, WANTED);
}

test("one folder is taken, whatever its name is", () => {
  expect(drop("FL000123_045/")).toMatchObject({ folder: { name: "FL000123_045" } });
  expect(drop("card 2/")).toMatchObject({ folder: { name: "card 2" } });
});

test("text that is dropped with a folder does not matter", () => {
  const text = { kind: "string", webkitGetAsEntry: () => null };
  const folder = { kind: "file", webkitGetAsEntry: () => ({ name: "F", isDirectory: true }) };
  const transfer = { items: [text, folder] } as unknown as DataTransfer;
  expect(droppedFolder(transfer, WANTED)).toMatchObject({ folder: { name: "F" } });
});

const OTHERWISE =
  "Please drop the folder FL000123_045, or the one that you keep this flight's files in.";

test.each([
  [
    ["FL000123_045.zip"],
    `FL000123_045.zip is an archive. Unpack it, then drop the folder. ${OTHERWISE}`,
  ],
  [["a.LAZ"], `a.LAZ is a file. Drop one folder with all its files. ${OTHERWISE}`],
  [
    ["a.laz", "b.laz", "c.laz", "d.laz"],
    `You dropped 4 files (a.laz, b.laz, c.laz, …). An upload takes one folder. ${OTHERWISE}`,
  ],
  [
    ["FL000122_045/", "fl000123_045/"],
    "You dropped 2 folders (FL000122_045, fl000123_045). An upload takes one folder. Please drop fl000123_045 alone.",
  ],
  [
    ["FL000123_045/", "notes.txt"],
    "You dropped 1 folder and 1 file (FL000123_045, notes.txt). An upload takes one folder. Please drop FL000123_045 alone.",
  ],
  [["A/", "B/"], `You dropped 2 folders (A, B). An upload takes one folder. ${OTHERWISE}`],
  [[], `That was not a folder. ${OTHERWISE}`],
])("a drop of %j says what is wanted", (names, refused) => {
  expect(drop(...names)).toEqual({ refused });
});
