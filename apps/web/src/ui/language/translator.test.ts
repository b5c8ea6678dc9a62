import { expect, test } from "vitest";
import { Translator } from "./translator.ts";

const german = new Translator(
  {
    messages: {
      Close: "Schließen",
      "{0} of {1} files": "{1} Dateien, davon {0}",
      "Open {0} now": "{0} jetzt öffnen",
      LAZ: null,
    },
    nouns: { file: { one: "Datei", other: "Dateien" } },
  },
  "de-DE",
);

test("a message is looked up, with its values in the order of the language", () => {
  expect(german.message("Close", [])).toBe("Schließen");
  expect(german.message("{0} of {1} files", [1, 2])).toBe("2 Dateien, davon 1");
});

test("a message that the catalogue leaves in English, or lacks, stays", () => {
  expect(german.message("LAZ", [])).toBe("LAZ");
  expect(german.message("Not there: {0} {{}x{}}", [1])).toBe("Not there: 1 {x}");
});

test("a message in pieces keeps its values as they are", () => {
  const element = {};
  expect(german.pieces("Open {0} now", [element])).toEqual(["", element, " jetzt öffnen"]);
  expect(german.pieces("Close", [])).toEqual(["Schließen"]);
});

test("what is counted has the form of its number", () => {
  expect(german.counted(1, "file")).toBe("Datei");
  expect(german.counted(2, "file")).toBe("Dateien");
  expect(german.counted(2, "flight")).toBeUndefined();
});

test("without a catalogue everything is English", () => {
  const english = new Translator(undefined, "en-GB");
  expect(english.message("{0} of {1} files", [1, 2])).toBe("1 of 2 files");
  expect(english.counted(1, "file")).toBeUndefined();
});
