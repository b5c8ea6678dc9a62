import { expect, test } from "vitest";
import { PlaceFinder, type StoredPlace } from "./stored-places.ts";

const place = (bucket: string, prefix: string, id: string): StoredPlace => ({
  bucket,
  prefix,
  kind: "upload",
  id,
});

async function* given(...places: readonly StoredPlace[]) {
  yield* places;
}

test("an object belongs to the longest prefix above it, and to all that share that one", async () => {
  const finder = new PlaceFinder(
    given(
      place("a", "FL1/", "outer"),
      place("a", "FL1/LiDAR/", "one"),
      place("a", "FL1/LiDAR/", "two"),
      place("a", "FL1/LiDAR/x/", "inner"),
      place("a", "FL2/", "next"),
      place("b", "", "whole"),
    ),
  );
  const ids = async (bucket: string, key: string) =>
    (await finder.ownersOf(bucket, key)).map(({ id }) => id);
  expect(await ids("a", "FL0/file")).toEqual([]);
  expect(await ids("a", "FL1/LiDAR/a")).toEqual(["one", "two"]);
  expect(await ids("a", "FL1/LiDAR/x/b")).toEqual(["inner"]);
  expect(await ids("a", "FL1/LiDAR/y")).toEqual(["one", "two"]);
  expect(await ids("a", "FL1/z")).toEqual(["outer"]);
  expect(await ids("a", "FL3/z")).toEqual([]);
  expect(await ids("b", "z")).toEqual(["whole"]);
});

test("places of buckets that are not listed hold nothing up", async () => {
  const finder = new PlaceFinder(given(place("a", "FL1/", "former"), place("b", "FL1/", "now")));
  expect(await finder.ownersOf("b", "FL1/x")).toMatchObject([{ id: "now" }]);
});

test("the order is that of UTF-8, in which stores list", async () => {
  const [emoji, full] = ["\u{1F600}/", "\uFF21/"];
  const finder = new PlaceFinder(given(place("a", full, "full"), place("a", emoji, "emoji")));
  expect(await finder.ownersOf("a", `${full}x`)).toMatchObject([{ id: "full" }]);
  expect(await finder.ownersOf("a", `${emoji}x`)).toMatchObject([{ id: "emoji" }]);
});
