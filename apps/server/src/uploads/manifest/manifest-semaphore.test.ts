import { describe, expect, test } from "vitest";
import { ManifestSemaphore } from "./manifest-semaphore.ts";

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scene() {
  const turns = new ManifestSemaphore();
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const take = (person: string, name: string): Promise<void> =>
    turns.take(person, () => {
      begun.push(name);
      return new Promise<void>((resolve) => end.set(name, resolve));
    });
  return { turns, begun, take, end: (name: string) => end.get(name)?.() };
}

describe("the turns of manifests", () => {
  test("go to one manifest of a person at a time, and to two of all", async () => {
    const { begun, take, end } = scene();
    for (const [person, name] of ["aa1", "aa2", "bb1", "cc1"].map((n) => [n.slice(0, 2), n]))
      void take(person!, name!);
    await settle();
    expect(begun).toEqual(["aa1", "bb1"]);
    end("bb1");
    await settle();
    expect(begun).toEqual(["aa1", "bb1", "cc1"]);
    end("aa1");
    await settle();
    expect(begun).toEqual(["aa1", "bb1", "cc1", "aa2"]);
  });

  test("go on after one that failed", async () => {
    const { turns, begun, take } = scene();
    await expect(turns.take("aa", () => Promise.reject(new Error("broken")))).rejects.toThrow();
    void take("aa", "aa1");
    await settle();
    expect(begun).toEqual(["aa1"]);
  });

  test("are refused to a person with four manifests here already, and to nobody else", async () => {
    const { turns } = scene();
    const ends: (() => void)[] = [];
    const accept = (person: string): Promise<void> =>
      turns.accept(person, () => new Promise((resolve) => ends.push(resolve)));
    const first = ["aa", "aa", "aa", "aa"].map(accept);
    await expect(accept("aa")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    const other = accept("bb");
    for (const end of ends) end();
    await Promise.all([...first, other]);
    const again = accept("aa");
    ends.at(-1)!();
    await again;
  });
});
