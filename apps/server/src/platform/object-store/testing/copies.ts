import { expect, test } from "vitest";
import type { StoredObject } from "../object-store.ts";
import { bytes, MIB, type Subject } from "./subject.ts";

function copy(subject: Subject, options: { storageClass?: string } = {}): Promise<StoredObject> {
  const { store, bucket, other, at } = subject;
  return store.copy({ bucket, key: `${at}a` }, { bucket: other, key: `${at}copy`, ...options });
}
const copied = (subject: Subject): Promise<Buffer> =>
  subject.get(`${subject.at}copy`, subject.other);

async function listed({ store, other, at }: Subject): Promise<StoredObject | undefined> {
  return (await store.list(other, { prefix: `${at}copy` })).objects[0];
}

export function copies(get: () => Subject): void {
  test.each([
    ["nothing", 0],
    ["one byte", 1],
    ["a small object", 100_000],
    ["an object that was stored in parts", 40 * MIB + 3],
  ])("of %s has its bytes, and the source stays, run again too", async (_, size) => {
    const subject = get();
    const content = bytes(size);
    const source = await subject.put(`${subject.at}a`, content);
    for (let run = 0; run < 2; run++)
      expect(await copy(subject)).toMatchObject({ key: `${subject.at}copy`, size });
    expect((await copied(subject)).equals(content)).toBe(true);
    expect((await subject.get(source.key)).equals(content)).toBe(true);
    expect(await listed(subject)).toMatchObject({ size });
  });

  test("of an object in one piece is listed with the source's checksums", async () => {
    const subject = get();
    const source = await subject.put(`${subject.at}a`, bytes(100_000));
    await copy(subject);
    const { checksums } = (await listed(subject))!;
    expect(checksums[subject.store.wireAlgorithm]).toBeDefined();
    expect(checksums).toEqual(source.checksums);
  });

  test("of joined pieces is listed with a checksum that tells other content", async () => {
    const subject = get();
    const { store, bucket, at } = subject;
    const sums: StoredObject["checksums"][] = [];
    for (const seed of [1, 2]) {
      await subject.put(`${at}p`, bytes(6 * MIB, seed));
      await subject.put(`${at}q`, bytes(6 * MIB, seed));
      const pieces = [{ key: `${at}p` }, { key: `${at}q` }];
      await store.join({ bucket, pieces }, { bucket, key: `${at}a` });
      await copy(subject);
      sums.push((await listed(subject))!.checksums);
      expect(Object.keys(sums.at(-1)!)).not.toEqual([]);
    }
    expect(sums[0]).not.toEqual(sums[1]);
  });

  test("takes the place of an object", async () => {
    const subject = get();
    await subject.put(`${subject.at}a`, bytes(10, 1));
    await copy(subject);
    await subject.put(`${subject.at}a`, bytes(20, 2));
    await copy(subject);
    expect(await copied(subject)).toEqual(bytes(20, 2));
  });

  test.each([
    ["a small object", 1_000],
    ["nothing", 0],
    ["an object that was stored in parts", 40 * MIB],
  ])("of %s stands in the class asked for, where the store has classes", async (_, size) => {
    const subject = get();
    await subject.put(`${subject.at}a`, bytes(size));
    const storageClass = subject.under.storageClass;
    await copy(subject, { storageClass: storageClass ?? "COLD" });
    expect(await listed(subject)).toMatchObject({ size, storageClass: storageClass ?? null });
  });

  test("that was aborted makes nothing", async () => {
    const subject = get();
    const { store, bucket, other, at } = subject;
    await subject.put(`${at}a`, bytes(10));
    const target = { bucket: other, key: `${at}copy`, signal: AbortSignal.abort() };
    await expect(store.copy({ bucket, key: `${at}a` }, target)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(await store.head(other, `${at}copy`)).toBeUndefined();
  });
}
