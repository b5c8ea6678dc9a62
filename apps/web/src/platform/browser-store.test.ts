import { afterEach, expect, test, vi } from "vitest";
import { browserStore } from "./browser-store.ts";

afterEach(() => void vi.unstubAllGlobals());

function keepIn(kept: Map<string, string>): void {
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
}

test("a text is kept, found and forgotten", () => {
  const kept = new Map<string, string>();
  keepIn(kept);
  browserStore.write("a", "1");
  expect([browserStore.read("a"), kept.get("a")]).toEqual(["1", "1"]);
  browserStore.write("a", undefined);
  expect([browserStore.read("a"), kept.size]).toEqual([null, 0]);
});

const blocked = (): never => {
  throw new DOMException("blocked", "SecurityError");
};

test("where nothing is stored a text lasts as long as the page, until one is stored", () => {
  vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
  expect(browserStore.read("a")).toBeNull();
  browserStore.write("a", "1");
  expect(browserStore.read("a")).toBe("1");
  keepIn(new Map([["a", "0"]]));
  browserStore.write("a", "2");
  expect(browserStore.read("a")).toBe("2");
  browserStore.write("a", undefined);
  expect(browserStore.read("a")).toBeNull();
});
