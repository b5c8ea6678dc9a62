import { expect, test } from "vitest";
import { bytes, type Subject } from "./subject.ts";

/** Keys that no store holds. */
const IMPOSSIBLE = [
  ["..", "a/../../b"],
  ["a control character", "a\nb"],
  ["NUL", "a\0b"],
  ["more than 1,024 bytes", "ü".repeat(513)],
  ["a lone surrogate", "a\ud800"],
  ["nothing", ""],
] as const;
/** Keys that Swath stores nothing under, though others may have in S3. */
const FOREIGN = [
  ["a leading slash", "/etc/passwd"],
  ["a drive", "C:/a"],
  ["a backslash", "a\\..\\b"],
  ["an empty segment", "a//b"],
  ["what S3 would replace", "a/${filename}"],
] as const;

const address = (bucket: string, key: string) => ({
  bucket,
  key,
  fileName: "a",
  expiresInSeconds: 60,
});

export function keys(get: () => Subject): void {
  refusedKeys(get);
  keptKeys(get);
}

function refusedKeys(get: () => Subject): void {
  const refusal = { code: "INVALID_PATH" };

  test.each(IMPOSSIBLE)("with %s is not looked at", async (_, key) => {
    const { store, bucket } = get();
    await expect(store.presignGet(address(bucket, key))).rejects.toMatchObject(refusal);
    await expect(store.head(bucket, key)).rejects.toMatchObject(refusal);
  });

  test.each(FOREIGN)("with %s is looked at where others may have stored it", async (_, key) => {
    const { store, bucket, under } = get();
    const looked = store.head(bucket, key);
    const addressed = store.presignGet(address(bucket, key));
    if (under.holdsForeignKeys) {
      expect(await looked).toBeUndefined();
      expect(URL.canParse(await addressed)).toBe(true);
    } else {
      await expect(looked).rejects.toMatchObject(refusal);
      await expect(addressed).rejects.toMatchObject(refusal);
    }
  });

  test.each([...IMPOSSIBLE, ...FOREIGN])("with %s is neither stored nor read", async (_, key) => {
    const subject = get();
    const { store, bucket, at } = subject;
    await subject.put(`${at}piece`, bytes(1));
    const pieces = [{ key: `${at}piece` }];
    const ticket = subject.ticket(key, bytes(1));
    await expect(store.presignPost(ticket)).rejects.toMatchObject(refusal);
    await expect(subject.put(key, bytes(1))).rejects.toMatchObject(refusal);
    await expect(store.read(bucket, key)).rejects.toMatchObject(refusal);
    await expect(store.join({ bucket, pieces }, { bucket, key })).rejects.toMatchObject(refusal);
    const piece = { bucket, key: `${at}piece` };
    await expect(store.copy(piece, { bucket, key })).rejects.toMatchObject(refusal);
    await expect(store.copy({ bucket, key }, piece)).rejects.toMatchObject(refusal);
    await expect(store.remove(bucket, [key])).rejects.toMatchObject(refusal);
  });

  test("that is missing is undefined for head, and OBJECT_NOT_FOUND for the rest", async () => {
    const { store, bucket, at } = get();
    const missing = { code: "OBJECT_NOT_FOUND" };
    const pieces = [{ key: `${at}none` }];
    expect(await store.head(bucket, `${at}none`)).toBeUndefined();
    await expect(store.read(bucket, `${at}none`)).rejects.toMatchObject(missing);
    await expect(store.join({ bucket, pieces }, { bucket, key: `${at}b` })).rejects.toMatchObject(
      missing,
    );
    await expect(
      store.copy({ bucket, key: `${at}none` }, { bucket, key: `${at}b` }),
    ).rejects.toMatchObject(missing);
  });
}

function keptKeys(get: () => Subject): void {
  test("of 1,024 bytes in one segment is kept", async () => {
    const subject = get();
    const { store, bucket, at } = subject;
    const key = at + "ü".repeat((1024 - at.length) / 2) + "x".repeat(at.length % 2);
    await subject.put(key, bytes(5));
    expect((await store.list(bucket, { prefix: at })).objects).toMatchObject([{ key, size: 5 }]);
    await store.remove(bucket, [key]);
    expect(await store.head(bucket, key)).toBeUndefined();
  });

  test("may be the folder of others, whichever came first", async () => {
    const subject = get();
    const { store, bucket, at } = subject;
    for (const [key, size] of [
      ["a", 1],
      ["a/b", 2],
      ["c/d", 3],
      ["c", 4],
      ["a", 5],
      ["d", 6],
      ["d/e/f/g", 7],
    ] as const)
      await subject.put(at + key, bytes(size));
    const { objects } = await store.list(bucket, { prefix: at });
    expect(objects.map(({ key, size }) => `${subject.short(key)} ${size}`)).toEqual([
      "a 5",
      "a/b 2",
      "c 4",
      "c/d 3",
      "d 6",
      "d/e/f/g 7",
    ]);
    await store.remove(bucket, [`${at}a/b`, `${at}c`]);
    expect(await subject.get(`${at}a`)).toEqual(bytes(5));
    expect(await store.head(bucket, `${at}c`)).toBeUndefined();
    await subject.put(`${at}a`, bytes(6));
    expect((await store.list(bucket, { prefix: `${at}a` })).objects).toMatchObject([{ size: 6 }]);
    await store.remove(bucket, [`${at}a`]);
    expect(await store.head(bucket, `${at}a`)).toBeUndefined();
  });

  test("differs from another by case", async () => {
    const subject = get();
    await subject.put(`${subject.at}a`, bytes(1));
    await subject.put(`${subject.at}A`, bytes(2));
    expect(await subject.get(`${subject.at}a`)).toEqual(bytes(1));
    expect(await subject.get(`${subject.at}A`)).toEqual(bytes(2));
  });
}
