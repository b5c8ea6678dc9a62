import { afterEach, expect, test, vi } from "vitest";
import { chosenLanguage } from "./language.ts";

afterEach(() => void vi.unstubAllGlobals());

const storing = (getItem: () => string | null): void =>
  void vi.stubGlobal("localStorage", { getItem });

test("the chosen language is one that there is, else English", () => {
  storing(() => "de");
  expect(chosenLanguage()).toBe("de");
  storing(() => "toString");
  expect(chosenLanguage()).toBe("en");
});

test("a browser whose storage is blocked shows English", () => {
  storing(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  expect(chosenLanguage()).toBe("en");
});
