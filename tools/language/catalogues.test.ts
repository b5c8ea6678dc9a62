import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Catalogue } from "../../apps/web/src/ui/language/translator.ts";
import { findMessages } from "./find-messages.ts";
import { OTHERS, SOURCES } from "./messages-plugin.ts";
import { SAME_WORDS, STAYS_ENGLISH } from "./stays-english.ts";

const FOLDER = resolve(import.meta.dirname, "../../apps/web/src/ui/language");

const found = globSync([...SOURCES])
  .filter((file) => !OTHERS.test(file))
  .flatMap((file) => findMessages(file, readFileSync(file, "utf8")));
const textsOf = (isNoun: boolean): string[] => [
  ...new Set(
    found.filter(({ kind }) => (kind === "noun") === isNoun).map(({ message }) => message),
  ),
];
const values = (text: string): string[] =>
  [...text.matchAll(/\{\d+\}|\{[{}]\}/g)].map(String).toSorted();
const edges = (text: string): string[] => [/^\s*/.exec(text)![0], /\s*$/.exec(text)![0]];

test("what stays English is a text of the sources, each once", () => {
  const listed = Object.values(STAYS_ENGLISH).flat();
  expect(listed).toEqual([...new Set(listed)]);
  const texts = new Set(textsOf(false));
  expect(listed.filter((text) => !texts.has(text))).toEqual([]);
});

describe.each(globSync(`${FOLDER}/*.json`).map((file) => [basename(file, ".json"), file] as const))(
  "the catalogue of %s",
  (language, file) => {
    const { messages, nouns } = JSON.parse(readFileSync(file, "utf8")) as Catalogue;
    const translated = Object.entries(messages).flatMap(([english, text]) =>
      text === null ? [] : [[english, text] as const],
    );

    test("has the texts of the sources, sorted: none is missing, none is left over", () => {
      expect(Object.keys(messages)).toEqual(textsOf(false).toSorted());
      expect(Object.keys(nouns)).toEqual(textsOf(true).toSorted());
    });

    test("has the values of each text, and the spaces around it", () => {
      const wrong = translated.filter(
        ([english, text]) =>
          values(english).join() !== values(text).join() ||
          edges(english).join() !== edges(text).join(),
      );
      expect(wrong).toEqual([]);
    });

    test("has no empty text and no markup, and null for what stays English", () => {
      const wrong = translated.filter(
        ([english, text]) => text.trim() === "" || text === english || /<\/?\w/.test(text),
      );
      expect(wrong).toEqual([]);
    });

    test("leaves a text in English for a reason alone (stays-english.ts)", () => {
      const nulls = Object.keys(messages).filter((english) => messages[english] === null);
      const same = SAME_WORDS[language] ?? [];
      const allowed = new Set([...Object.values(STAYS_ENGLISH).flat(), ...same]);
      expect(nulls.filter((english) => !allowed.has(english))).toEqual([]);
      expect(same.filter((english) => messages[english] !== null)).toEqual([]);
    });

    test("has every form of what is counted", () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const forms of Object.values(nouns))
        expect(Object.keys(forms).toSorted()).toEqual([...pluralCategories].toSorted());
    });
  },
);
