import { createElement, Fragment, type ReactNode } from "react";

/** The texts of a language other than English (docs/how-to/add-a-language.md). */
export interface Catalogue {
  /** By the English message, with `{0}`, `{1}`, … for its values; null where the English stays. */
  readonly messages: Readonly<Record<string, string | null>>;
  /** What is counted, by its English singular: a form for each category of `Intl.PluralRules`. */
  readonly nouns: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;
}

/** A value, or a doubled brace that stands for itself. */
const VALUE = /\{(\d+)\}|\{(\{|\})\}/g;

/** The texts of the screens in the language of a catalogue; in English without one. */
export class Translator {
  readonly #catalogue: Catalogue | undefined;
  readonly #plurals: Intl.PluralRules;
  #patterns: readonly Pattern[] | undefined;

  constructor(catalogue: Catalogue | undefined, locale: string) {
    this.#catalogue = catalogue;
    this.#plurals = new Intl.PluralRules(locale);
  }

  #pattern(english: string): string {
    return this.#catalogue?.messages[english] ?? english;
  }

  /** A message with its values. */
  message(english: string, values: readonly unknown[]): string {
    return this.#pattern(english).replaceAll(VALUE, (_all, number?: string, brace?: string) =>
      number === undefined ? (brace ?? "") : String(values[Number(number)]),
    );
  }

  /** A message with elements among its values. */
  children(english: string, values: readonly ReactNode[]): ReactNode {
    if (values.length === 0) return this.message(english, []);
    const pattern = this.#pattern(english);
    const parts: ReactNode[] = [];
    let at = 0;
    for (const { 0: all, 1: number, 2: brace, index } of pattern.matchAll(VALUE)) {
      parts.push(pattern.slice(at, index), number === undefined ? brace : values[Number(number)]);
      at = index + all.length;
    }
    return createElement(Fragment, null, ...parts, pattern.slice(at));
  }

  /** What is counted, in the form for a count; undefined where the English forms hold. */
  counted(count: number, singular: string): string | undefined {
    const forms = this.#catalogue?.nouns[singular];
    return forms?.[this.#plurals.select(count)] ?? forms?.other;
  }

  /**
   * A text that was put together elsewhere, by the server or by a worker: a message of the catalogue,
   * or one with values in it. Texts that people wrote are never to be given.
   */
  known(text: string): string {
    if (this.#catalogue === undefined) return text;
    const whole = this.#catalogue.messages[text];
    if (whole !== undefined) return whole ?? text;
    this.#patterns ??= patternsOf(Object.keys(this.#catalogue.messages));
    for (const { test, english, numbers } of this.#patterns) {
      const match = test.exec(text);
      if (match === null) continue;
      const values: string[] = [];
      for (const [at, number] of numbers.entries()) values[number] = match[at + 1] ?? "";
      return this.message(english, values);
    }
    return text;
  }
}

interface Pattern {
  readonly test: RegExp;
  readonly english: string;
  /** The number of the value that each group of the expression holds. */
  readonly numbers: readonly number[];
}

/** Messages with values, the one that says most first. */
const patternsOf = (messages: readonly string[]): readonly Pattern[] =>
  messages
    .flatMap((english) => patternOf(english) ?? [])
    .toSorted((a, b) => b.english.length - a.english.length);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function patternOf(english: string): Pattern | undefined {
  const numbers = Array.from(english.matchAll(/\{(\d+)\}/g), ({ 1: number }) => Number(number));
  const pieces = english.split(/\{\d+\}/);
  // Values with hardly a word between them would be any text.
  if (numbers.length === 0 || !/\p{L}{3}/u.test(pieces.join(""))) return undefined;
  const test = new RegExp(`^${pieces.map(escaped).join("(.+)")}$`, "su");
  return { test, english, numbers };
}
