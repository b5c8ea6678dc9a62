import { expect, test } from "vitest";
import { FIELD_WORDS, piecesOf } from "./field-words.ts";

const wordsIn = (text: string) => piecesOf(text).flatMap(({ word }) => word?.word ?? []);

test("words of the trade are found in a text, in any case and in the plural", () => {
  expect(wordsIn("GPS Lever Arm (m)")).toEqual(["Lever arm"]);
  expect(wordsIn("boresight angles of the cross-strips")).toEqual(["Boresight", "Cross-strip"]);
});

test("a word within another is none", () => {
  expect(wordsIn("Templates, textiles and AOIX")).toEqual(["Template"]);
});

test("a word that a text before had is not marked again", () => {
  const marked = piecesOf("Camera Lever Arm Y, boresight", ["Camera Lever Arm X"]);
  expect(marked.flatMap(({ word }) => word?.word ?? [])).toEqual(["Boresight"]);
});

test("the pieces are the text", () => {
  const text = "Wheels up, wheels down and the LAZ tiles.";
  expect(
    piecesOf(text)
      .map(({ text: piece }) => piece)
      .join(""),
  ).toBe(text);
});

test("the words are in order, each once, and each meaning is a sentence", () => {
  const words = FIELD_WORDS.map(({ word }) => word.toLowerCase());
  expect(words).toEqual([...new Set(words)].toSorted());
  expect(FIELD_WORDS.filter(({ meaning }) => !/^\p{Lu}.*\.$/u.test(meaning))).toEqual([]);
});
