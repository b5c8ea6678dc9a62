import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bytes, MIB, type Subject } from "./subject.ts";

const changed = { code: "OBJECT_CHANGED" };

/** S3 tells when an object was stored to the second: equal bytes within one are the same to it. */
export function versions(get: () => Subject): void {
  versionsOfOne(get);
  versionsOfPieces(get);
  versionsInTurns(get);
}

function versionsOfOne(get: () => Subject): void {
  test("is the same in every answer, and another for other bytes of the same size", async () => {
    const { subject, key } = at(get());
    const written = await subject.put(key, bytes(1_000, 1));
    const listed = async (): Promise<string | undefined> =>
      (await subject.store.list(subject.bucket, { prefix: key })).objects[0]?.version;
    const { version } = (await subject.store.head(subject.bucket, key))!;
    expect([written.version, await listed()]).toEqual([version, version]);
    const other = await subject.put(key, bytes(1_000, 2));
    expect(other.version).not.toBe(version);
    expect(await listed()).toBe(other.version);
  });

  test.each([
    ["whole", undefined],
    ["in a range", { start: 5, length: 10 }],
    ["in a range of nothing", { start: 5, length: 0 }],
  ])("is read %s, and no other", async (_, range) => {
    const { subject, key } = at(get());
    const { version } = await subject.put(key, bytes(100, 1));
    const read = () => subject.store.read(subject.bucket, key, { range, version });
    const { start, length } = range ?? { start: 0, length: 100 };
    expect(await buffer(await read())).toEqual(bytes(100, 1).subarray(start, start + length));
    await subject.put(key, bytes(100, 2));
    await expect(read()).rejects.toMatchObject(changed);
    await subject.store.remove(subject.bucket, [key]);
    await expect(read()).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });
}

function versionsOfPieces(get: () => Subject): void {
  test.each([
    ["one small piece", [100]],
    ["one large piece", [6 * MIB]],
    ["small pieces", [100, 200]],
    ["large pieces", [6 * MIB, 7 * MIB]],
    ["a small and a large piece", [100, 12 * MIB, 3]],
  ])("of each of %s is joined, and no other", async (_, sizes) => {
    const { subject, key } = at(get());
    const { store, bucket, other } = subject;
    const put = async (i: number, seed: number) => {
      const { version } = await subject.put(`${key}${i}`, bytes(sizes[i]!, seed));
      return { key: `${key}${i}`, version };
    };
    const pieces = await Promise.all(sizes.map((_size, i) => put(i, 1)));
    const target = { bucket: other, key };
    await store.join({ bucket, pieces }, target);
    const whole = Buffer.concat(sizes.map((size) => bytes(size, 1)));
    expect((await subject.get(key, other)).equals(whole)).toBe(true);
    for (const i of sizes.keys()) {
      await put(i, 2);
      await expect(store.join({ bucket, pieces }, target)).rejects.toMatchObject(changed);
      pieces[i] = await put(i, 1);
    }
    expect((await subject.get(key, other)).equals(whole)).toBe(true);
  });

  test("of a range is joined, and no other", async () => {
    const { subject, key } = at(get());
    const { store, bucket, other } = subject;
    const { version } = await subject.put(key, bytes(1_000, 1));
    const pieces = [{ key, version, range: { start: 10, length: 20 } }];
    await store.join({ bucket, pieces }, { bucket: other, key });
    expect(await subject.get(key, other)).toEqual(bytes(1_000, 1).subarray(10, 30));
    await subject.put(key, bytes(1_000, 2));
    const again = store.join({ bucket, pieces }, { bucket: other, key });
    await expect(again).rejects.toMatchObject(changed);
  });

  test("is copied, and no other", async () => {
    const { subject, key } = at(get());
    const { store, bucket, other } = subject;
    const { version } = await subject.put(key, bytes(1_000, 1));
    await store.copy({ bucket, key, version }, { bucket: other, key });
    await subject.put(key, bytes(1_000, 2));
    const again = store.copy({ bucket, key, version }, { bucket: other, key });
    await expect(again).rejects.toMatchObject(changed);
    expect(await subject.get(key, other)).toEqual(bytes(1_000, 1));
  });
}

function versionsInTurns(get: () => Subject): void {
  test.each([
    ["one piece", 1],
    ["several pieces", 3],
  ])("of %s that others take turns with is joined whole or not at all", async (_, count) => {
    const { subject, key } = at(get());
    const { store, bucket, other } = subject;
    const names = Array.from({ length: count }, (_name, i) => `${key}${i}`);
    const size = 6 * MIB;
    const pieces = await Promise.all(
      names.map(async (name) => {
        const { version } = await subject.put(name, bytes(size, 1));
        return { key: name, version };
      }),
    );
    const joining = Array.from({ length: 6 }, (_run, i) =>
      store.join({ bucket, pieces }, { bucket: other, key: `${key}/${i}` }).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject(changed);
          return false;
        },
      ),
    );
    const swapping = names.map((name) => subject.put(name, bytes(size, 2)));
    const done = await Promise.all(joining);
    await Promise.all(swapping);
    const whole = Buffer.concat(names.map(() => bytes(size, 1)));
    for (const [i, stands] of done.entries())
      if (stands) expect((await subject.get(`${key}/${i}`, other)).equals(whole)).toBe(true);
      else expect(await store.head(other, `${key}/${i}`)).toBeUndefined();
    await expect(
      store.join({ bucket, pieces }, { bucket: other, key: `${key}/late` }),
    ).rejects.toMatchObject(changed);
  });
}

function at(subject: Subject): { subject: Subject; key: string } {
  return { subject, key: `${subject.at}v` };
}
