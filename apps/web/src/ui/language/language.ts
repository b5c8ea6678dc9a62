import { type Catalogue, Translator } from "./translator.ts";

/** The languages that people can choose, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** How a language writes numbers. */
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

const CATALOGUES: Readonly<
  Record<Exclude<Language, "en">, () => Promise<{ readonly default: Catalogue }>>
> = { de: () => import("./de.json") };

const STORED_AS = "swath-language";

/** English unless this browser's person chose another language, or where it keeps nothing. */
export function chosenLanguage(): Language {
  try {
    // Workers and tests without a page have no storage.
    const stored = globalThis.localStorage?.getItem(STORED_AS) ?? "";
    return Object.hasOwn(LANGUAGES, stored) ? (stored as Language) : "en";
  } catch {
    return "en";
  }
}

export const language: Language = chosenLanguage();
/** For numbers on the screen. */
export const locale: string = LOCALES[language];

/** English where the catalogue cannot be loaded. */
async function loadCatalogue(): Promise<Catalogue | undefined> {
  if (language === "en") return undefined;
  try {
    return (await CATALOGUES[language]()).default;
  } catch {
    return undefined;
  }
}

// Awaited, as modules whose constants are texts are evaluated after this one.
export const translator = new Translator(await loadCatalogue(), locale);
if (globalThis.document !== undefined) document.documentElement.lang = language;

/**
 * Keeps the choice and loads the page again: texts are looked up as modules are evaluated. Throws where
 * the browser keeps nothing.
 */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

/** A message in the person's language; the build writes the calls (tools/language). */
export const message = (english: string, ...values: readonly unknown[]): string =>
  translator.message(english, values);
