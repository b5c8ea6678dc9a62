import { expect, test } from "vitest";
import type { JoinPiece, StoredObject } from "../object-store.ts";
import { bytes, MIB, type Subject } from "./subject.ts";

const SEVERAL = [
  ["small", [10, 20, 30]],
  ["large", [6 * MIB, 7 * MIB, 8 * MIB]],
  ["small and large", [10, 6 * MIB, 100, 200, 12 * MIB, 3]],
  ["small before large ones", [MIB, MIB, 5 * MIB, 5 * MIB, 5 * MIB]],
  ["seventy", Array.from({ length: 70 }, (_, i) => i * 1000 + 1)],
] as const;

function join(
  { store, bucket, other, at }: Subject,
  pieces: readonly JoinPiece[],
): Promise<StoredObject> {
  return store.join({ bucket, pieces }, { bucket: other, key: `${at}joined` });
}
const joined = (subject: Subject): Promise<Buffer> =>
  subject.get(`${subject.at}joined`, subject.other);

export function joins(get: () => Subject): void {
  joinsOfWhole(get);
  joinsOfRanges(get);
  failingJoins(get);
}

function joinsOfWhole(get: () => Subject): void {
  test("of one piece has its checksums, and outlives it", async () => {
    const subject = get();
    const { store, bucket, at } = subject;
    const content = bytes(100_000);
    await subject.put(`${at}a`, content);
    const before = await store.head(bucket, `${at}a`);
    const made = await join(subject, [{ key: `${at}a` }]);
    expect(made).toMatchObject({ key: `${at}joined`, size: content.length });
    expect(made.checksums).toEqual(before!.checksums);
    await store.remove(bucket, [`${at}a`]);
    expect(await joined(subject)).toEqual(content);
    await subject.put(`${at}a`, bytes(100_000, 2));
    expect(await joined(subject)).toEqual(content);
  });

  test("of one piece leaves it, and gives the same when it runs again", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    await subject.put(key, bytes(100_000));
    for (let run = 0; run < 2; run++) await join(subject, [{ key }]);
    expect(await joined(subject)).toEqual(bytes(100_000));
    expect(await subject.get(key)).toEqual(bytes(100_000));
  });

  test.each(SEVERAL)("of %s pieces holds their bytes in order, run again too", async (_, sizes) => {
    const subject = get();
    const { store, bucket, at } = subject;
    const contents = sizes.map((size, i) => bytes(size, i));
    const pieces = sizes.map((_size, i) => ({ key: `${at}p${i}` }));
    await Promise.all(contents.map((content, i) => subject.put(`${at}p${i}`, content)));
    const whole = Buffer.concat(contents);
    await join(subject, pieces);
    expect(await join(subject, pieces)).toMatchObject({ size: whole.length });
    expect((await joined(subject)).equals(whole)).toBe(true);
    expect((await store.list(bucket, { prefix: at })).objects).toHaveLength(sizes.length);
  });

  test("takes the place of an object, one of its pieces too", async () => {
    const subject = get();
    const { store, bucket, at } = subject;
    await subject.put(`${at}a`, bytes(10, 1));
    await subject.put(`${at}b`, bytes(20, 2));
    const pieces = [{ key: `${at}a` }, { key: `${at}b` }];
    await store.join({ bucket, pieces }, { bucket, key: `${at}a` });
    expect(await subject.get(`${at}a`)).toEqual(Buffer.concat([bytes(10, 1), bytes(20, 2)]));
    await store.join({ bucket, pieces: [pieces[0]!] }, { bucket, key: `${at}a` });
    expect(await store.head(bucket, `${at}a`)).toMatchObject({ size: 30 });
  });
}

function joinsOfRanges(get: () => Subject): void {
  test.each([
    ["one small range", [[1_000, 3_000_000]]],
    ["one large range", [[MIB, 6 * MIB]]],
    [
      "ranges in any order",
      [
        [5, 10],
        [0, 7 * MIB],
        [100, 1],
      ],
    ],
  ])("of %s of a bundle holds those bytes, and the bundle stays", async (_, ranges) => {
    const subject = get();
    const key = `${subject.at}bundle`;
    const content = bytes(8 * MIB);
    await subject.put(key, content);
    const pieces = ranges.map(([start, length]) => ({
      key,
      range: { start: start!, length: length! },
    }));
    const expected = pieces.map(({ range: { start, length } }) =>
      content.subarray(start, start + length),
    );
    await join(subject, pieces);
    expect((await joined(subject)).equals(Buffer.concat(expected))).toBe(true);
    expect(await subject.store.head(subject.bucket, key)).toMatchObject({ size: content.length });
  });
}

function failingJoins(get: () => Subject): void {
  test.each([
    ["a piece missing", "OBJECT_NOT_FOUND", { key: "none" }],
    ["a range past the end", "INVALID_REQUEST", { key: "a", range: { start: 5, length: 6 } }],
  ])("with %s makes nothing", async (_, code, piece: JoinPiece) => {
    const subject = get();
    const { store, bucket, other, at } = subject;
    await subject.put(`${at}a`, bytes(10));
    const pieces = [{ key: `${at}a` }, { ...piece, key: at + piece.key }];
    await expect(join(subject, pieces)).rejects.toMatchObject({ code });
    expect(await store.head(other, `${at}joined`)).toBeUndefined();
    expect(await store.head(bucket, `${at}a`)).toBeDefined();
  });

  test("that was aborted makes nothing", async () => {
    const subject = get();
    const { store, bucket, other, at } = subject;
    await subject.put(`${at}a`, bytes(10));
    const source = { bucket, pieces: [{ key: `${at}a` }] };
    const target = { bucket: other, key: `${at}joined`, signal: AbortSignal.abort() };
    await expect(store.join(source, target)).rejects.toMatchObject({ name: "AbortError" });
    expect(await store.head(other, `${at}joined`)).toBeUndefined();
    expect(await store.head(bucket, `${at}a`)).toBeDefined();
  });
}
