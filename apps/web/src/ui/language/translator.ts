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

  constructor(catalogue: Catalogue | undefined, locale: string) {
    this.#catalogue = catalogue;
    this.#plurals = new Intl.PluralRules(locale);
  }

  /** A message in pieces: texts, and values between them. A text that is missing is English. */
  pieces<Value>(english: string, values: readonly Value[]): (string | Value)[] {
    const pattern = this.#catalogue?.messages[english] ?? english;
    const pieces: (string | Value)[] = [];
    let at = 0;
    for (const { 0: all, 1: number, 2: brace = "", index } of pattern.matchAll(VALUE)) {
      pieces.push(pattern.slice(at, index), number === undefined ? brace : values[Number(number)]!);
      at = index + all.length;
    }
    return [...pieces, pattern.slice(at)];
  }

  message(english: string, values: readonly unknown[]): string {
    return this.pieces(english, values).map(String).join("");
  }

  /** What is counted, in the form for a count; undefined where the English forms hold. */
  counted(count: number, singular: string): string | undefined {
    const forms = this.#catalogue?.nouns[singular];
    return forms?.[this.#plurals.select(count)] ?? forms?.other;
  }
}
