import { Readable } from "node:stream";
import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import type { ObjectStore, ReadOptions } from "../../platform/object-store/object-store.ts";
import { cloudSystems, missingOf } from "./file-heads.ts";

const GB = 1e9;
const file = (n: number) => ({
  path: `line_${n}.laz`,
  bucket: "b",
  key: `folder/line_${n}.laz`,
  size: GB,
  xxh128: null,
});

/** A store that notes what is looked for and read of it. */
function watched(size: (key: string) => number | undefined) {
  const looked: string[] = [];
  const read: number[] = [];
  const store: Pick<ObjectStore, "head" | "read"> = {
    head: async (_bucket, key) => {
      looked.push(key);
      const found = size(key);
      return found === undefined ? undefined : ({ key, size: found } as never);
    },
    read: async (_bucket, key, options: ReadOptions = {}) => {
      if (size(key) === undefined)
        throw new AppError("OBJECT_NOT_FOUND", "there is no such object");
      read.push(options.range?.length ?? Infinity);
      return Readable.from([Buffer.alloc(375)]);
    },
  };
  return { store: store as ObjectStore, looked, read };
}

test("of a hundred thousand files 16 are looked for, the first and the last among them", async () => {
  const { store, looked } = watched((key) => (key.endsWith("_99999.laz") ? GB - 1 : GB));
  const files = Array.from({ length: 100_000 }, (_, n) => file(n));
  expect(await missingOf({ store }, files)).toEqual({ looked: 16, unreadable: ["line_99999.laz"] });
  expect(looked).toContain("folder/line_0.laz");
});

test("of clouds of any size the first 64 KB of four are read", async () => {
  const { store, read } = watched(() => GB);
  const files = Array.from({ length: 500 }, (_, n) => file(n));
  expect(await cloudSystems({ store }, files)).toEqual({ clouds: 4, stating: 0, unclear: 0 });
  expect(read).toEqual([65_536, 65_536, 65_536, 65_536]);
});

test("a cloud that is not there says nothing of its system", async () => {
  const { store } = watched(() => undefined);
  expect(await cloudSystems({ store }, [file(1)])).toEqual({ clouds: 1, stating: 0, unclear: 1 });
  const none = [{ ...file(1), path: "notes.txt" }];
  expect(await cloudSystems({ store }, none)).toEqual({ clouds: 0, stating: 0, unclear: 0 });
});
