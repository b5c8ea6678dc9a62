import { expect, test } from "vitest";
import { bytes, inChunks, MIB, type Subject } from "./subject.ts";

export function writing(get: () => Subject): void {
  test.each([
    ["nothing", 0],
    ["one byte", 1],
    ["a small object", 100_000],
    ["exactly 16 MiB", 16 * MIB],
    ["a large object", 40 * MIB + 3],
  ])("%s stores a stream whole", async (_, size) => {
    const subject = get();
    const key = `${subject.at}a`;
    expect(await subject.put(key, bytes(size))).toMatchObject({ key, size });
    expect((await subject.get(key)).equals(bytes(size))).toBe(true);
  });

  test("stores a stream whole whose chunks are given away", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    const content = bytes(40 * MIB + 3);
    async function* own(): AsyncGenerator<Buffer> {
      for await (const chunk of inChunks(content)) {
        const copy = Buffer.alloc(chunk.length);
        copy.set(chunk);
        yield copy;
      }
    }
    const options = { size: content.length, givesAway: true };
    await store.write(bucket, `${at}given`, own(), options);
    expect((await subject.get(`${at}given`)).equals(content)).toBe(true);
  });

  test("over an object shows readers the old one or the whole new one", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    const contents = [bytes(2 * MIB, 1), bytes(2 * MIB + 1, 2)] as const;
    await subject.put(key, contents[0]);
    const written = new AbortController();
    const reader = async (): Promise<void> => {
      while (!written.signal.aborted) {
        const seen = await subject.get(key);
        expect(contents.some((content) => content.equals(seen))).toBe(true);
      }
    };
    const writer = async (): Promise<void> => {
      for (let i = 0; i < 10; i++) await subject.put(key, contents[i % 2 === 0 ? 1 : 0]);
      written.abort();
    };
    await Promise.all([reader(), reader(), writer()]);
  });

  test("side by side to one key and below it ends with whole objects", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    const writes = Array.from({ length: 24 }, (_, i) =>
      subject.put(i % 2 === 0 ? `${at}a` : `${at}a/${i}/b`, bytes(i + 1)),
    );
    await Promise.all(writes);
    const { objects } = await store.list(bucket, { prefix: at });
    expect(objects.length).toBe(13);
    for (const { key, size } of objects) expect(await subject.get(key)).toEqual(bytes(size));
  });
}

export function failingWrites(get: () => Subject): void {
  test.each([
    ["more", "ENTITY_TOO_LARGE", 100, 101],
    ["fewer", "ENTITY_TOO_SMALL", 100, 99],
    ["many more", "ENTITY_TOO_LARGE", 17 * MIB, 40 * MIB],
    ["many fewer", "ENTITY_TOO_SMALL", 40 * MIB, 17 * MIB],
  ])("%s bytes than announced is refused and stores nothing", async (_, code, size, sent) => {
    const { store, bucket, at } = get();
    const body = inChunks(bytes(sent));
    await expect(store.write(bucket, `${at}a`, body, { size })).rejects.toMatchObject({ code });
    expect(await store.head(bucket, `${at}a`)).toBeUndefined();
  });

  test.each([1_000, 40 * MIB])(
    "%d bytes from a source that fails keeps the old object",
    async (size) => {
      const subject = get();
      const key = `${subject.at}a`;
      await subject.put(key, bytes(5));
      async function* failing(): AsyncGenerator<Buffer> {
        yield bytes(size / 2);
        throw new Error("the source failed");
      }
      await expect(subject.store.write(subject.bucket, key, failing(), { size })).rejects.toThrow(
        "the source failed",
      );
      expect(await subject.get(key)).toEqual(bytes(5));
    },
  );

  test("that is aborted keeps the old object", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    await subject.put(key, bytes(5));
    const controller = new AbortController();
    async function* slow(): AsyncGenerator<Buffer> {
      yield bytes(20 * MIB);
      controller.abort();
      yield bytes(20 * MIB);
    }
    const options = { size: 40 * MIB, signal: controller.signal };
    await expect(subject.store.write(subject.bucket, key, slow(), options)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(await subject.get(key)).toEqual(bytes(5));
  });
}
