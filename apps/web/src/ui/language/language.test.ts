import { afterEach, expect, test, vi } from "vitest";
import { chooseLanguage, chosenLanguage, isForThisVisit, isJustForThisVisit } from "./language.ts";

afterEach(() => void vi.unstubAllGlobals());

const storing = (getItem: () => string | null): void =>
  void vi.stubGlobal("localStorage", { getItem });

test("the chosen language is one that there is, else English", () => {
  storing(() => "de");
  expect(chosenLanguage()).toBe("de");
  storing(() => "toString");
  expect(chosenLanguage()).toBe("en");
});

const blocked = (): never => {
  throw new DOMException("blocked", "SecurityError");
};

/** A page in a tab; how often it was loaded again. */
function inTab(storage: object): { readonly tab: { name: string }; readonly reload: () => void } {
  const tab = { name: "" };
  const reload = vi.fn();
  vi.stubGlobal("window", tab);
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("localStorage", storage);
  return { tab, reload };
}

test("a browser that stores nothing shows English, and a language chosen for this visit", () => {
  const { reload } = inTab({ getItem: blocked, setItem: blocked });
  expect(chosenLanguage()).toBe("en");
  chooseLanguage("de");
  expect(reload).toHaveBeenCalledOnce();
  expect([chosenLanguage(), isForThisVisit()]).toEqual(["de", true]);
  // It is said once, and holds until the tab is closed.
  expect([isJustForThisVisit(), isJustForThisVisit()]).toEqual([true, false]);
  expect(chosenLanguage()).toBe("de");
  chooseLanguage("en");
  expect(chosenLanguage()).toBe("en");
});

test("what is stored takes the place of what was chosen for a visit; a tab's other name stays", () => {
  const kept = new Map<string, string>();
  const { tab } = inTab({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  tab.name = "swath-language en now";
  chooseLanguage("de");
  expect([chosenLanguage(), isForThisVisit(), tab.name]).toEqual(["de", false, ""]);
  tab.name = "swath-sign-in";
  chooseLanguage("en");
  expect([chosenLanguage(), tab.name]).toEqual(["en", "swath-sign-in"]);
});
