import { expect, test } from "vitest";
import { compareKeys } from "../../platform/object-store/object-key.ts";
import { mergeByKey } from "./merge-by-key.ts";

async function* keys(...names: string[]) {
  for (const key of names) yield { key };
}

async function paired(left: string[], right: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const pair of mergeByKey(keys(...left), keys(...right)))
    found.push(`${pair.key}:${pair.left?.key ?? ""}|${pair.right?.key ?? ""}`);
  return found;
}

test("pairs equal keys, and tells what is on one side alone", async () => {
  expect(await paired(["a", "c", "d"], ["b", "c"])).toEqual(["a:a|", "b:|b", "c:c|c", "d:d|"]);
  expect(await paired([], ["a"])).toEqual(["a:|a"]);
  expect(await paired(["a"], [])).toEqual(["a:a|"]);
  expect(await paired([], [])).toEqual([]);
});

test("follows the order of UTF-8 bytes, as stores list", async () => {
  const sorted = ["f-", "f/1", "f/\uffee", "f/🛩"].toSorted(compareKeys);
  expect(sorted).toEqual(["f-", "f/1", "f/\uffee", "f/🛩"]);
  expect(await paired(sorted, ["f/\uffee"])).toHaveLength(4);
});

test("closes both sides when nobody wants more, or one fails", async () => {
  const closed: string[] = [];
  async function* side(name: string, fails = false) {
    try {
      yield { key: "a" };
      if (fails) throw new Error("the store failed");
      yield { key: "b" };
    } finally {
      closed.push(name);
    }
  }
  for await (const _ of mergeByKey(side("left"), side("right"))) break;
  expect(closed).toEqual(["left", "right"]);
  const failing = async (): Promise<void> => {
    for await (const _ of mergeByKey(side("left"), side("right", true)));
  };
  await expect(failing()).rejects.toThrow("the store failed");
  expect(closed.toSorted()).toEqual(["left", "left", "right", "right"]);
});
