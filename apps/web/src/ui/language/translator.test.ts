import { isValidElement, type ReactElement } from "react";
import { expect, test } from "vitest";
import { Translator } from "./translator.ts";

const german = new Translator(
  {
    messages: {
      Close: "Schließen",
      "{0} of {1} files": "{1} Dateien, davon {0}",
      "Open {0} now": "{0} jetzt öffnen",
      "The folder {0} is empty.": "Der Ordner {0} ist leer.",
      "The folder {0} is empty. Choose {1}.": "Der Ordner {0} ist leer. Wählen Sie {1}.",
      "{0}: {1}": "{0}: {1}",
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

test("children keep their elements, and those without values are a string", () => {
  const value = german.children("Open {0} now", ["FL1"]);
  expect(isValidElement(value)).toBe(true);
  expect((value as ReactElement<{ children: unknown[] }>).props.children).toEqual([
    "",
    "FL1",
    " jetzt öffnen",
  ]);
  expect(german.children("Close", [])).toBe("Schließen");
});

test("what is counted has the form of its number", () => {
  expect(german.counted(1, "file")).toBe("Datei");
  expect(german.counted(2, "file")).toBe("Dateien");
  expect(german.counted(2, "flight")).toBeUndefined();
});

test("a text that was put together elsewhere is known by its message, the longest first", () => {
  expect(german.known("Close")).toBe("Schließen");
  expect(german.known("The folder a.b is empty. Choose c.")).toBe(
    "Der Ordner a.b ist leer. Wählen Sie c.",
  );
  expect(german.known("Somebody's own: words")).toBe("Somebody's own: words");
});
