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

const known = (name: string | null | undefined): Language | undefined =>
  name != null && Object.hasOwn(LANGUAGES, name) ? (name as Language) : undefined;

function stored(): Language | undefined {
  try {
    // Workers and tests without a page have no storage.
    return known(globalThis.localStorage?.getItem(STORED_AS));
  } catch {
    return undefined;
  }
}

/** A tab's own name outlives loading the page again, and needs no storage. */
const TAB_NAME = /^swath-language (\w+)( now)?$/;

const inTab = (): RegExpExecArray | null => TAB_NAME.exec(globalThis.window?.name ?? "");

/** English unless this browser's person chose another language, or does so for this visit. */
export const chosenLanguage = (): Language => known(inTab()?.[1]) ?? stored() ?? "en";

/** Whether the language ends with this visit, as the browser stores nothing. */
export const isForThisVisit = (): boolean => inTab() !== null;

/** Whether it was chosen just before the page was loaded; once. */
export function isJustForThisVisit(): boolean {
  const [, chosen, isNow] = inTab() ?? [];
  if (isNow === undefined) return false;
  window.name = `${STORED_AS} ${chosen}`;
  return true;
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

/** Keeps the choice, where the browser lets it, and loads the page again: texts are looked up as modules are evaluated. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(STORED_AS, chosen);
    if (inTab() !== null) window.name = "";
  } catch {
    window.name = `${STORED_AS} ${chosen} now`;
  }
  location.reload();
}

/** A message in the person's language; the build writes the calls (tools/language). */
export const message = (english: string, ...values: readonly unknown[]): string =>
  translator.message(english, values);
