import { expect, test } from "vitest";
import { bytes, MIB, type Subject } from "./subject.ts";

const changed = { code: "OBJECT_CHANGED" };

/** All bytes of an object, copied as they come: their memory is used again. */
async function readOf(
  { store, bucket }: Subject,
  key: string,
  options: { readonly version?: string; readonly signal?: AbortSignal } = {},
): Promise<Buffer> {
  const copies: Buffer[] = [];
  await store.readThrough(bucket, key, (chunk) => void copies.push(Buffer.from(chunk)), options);
  return Buffer.concat(copies);
}

export function readsThrough(get: () => Subject): void {
  test.each([0, 1, 65_536, 5 * MIB + 12_345, 24 * MIB])(
    "of %d bytes gives every one in order",
    async (size) => {
      const subject = get();
      const content = bytes(size);
      await subject.put(`${subject.at}a`, content);
      expect((await readOf(subject, `${subject.at}a`)).equals(content)).toBe(true);
    },
  );

  test("goes on only when what it gave was taken", async () => {
    const subject = get();
    const content = bytes(20 * MIB);
    await subject.put(`${subject.at}a`, content);
    const copies: Buffer[] = [];
    await subject.store.readThrough(subject.bucket, `${subject.at}a`, async (chunk) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      copies.push(Buffer.from(chunk));
    });
    expect(Buffer.concat(copies).equals(content)).toBe(true);
  });

  test("reads the version that is asked for, and no other", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    const { version } = await subject.put(key, bytes(100, 1));
    expect(await readOf(subject, key, { version })).toEqual(bytes(100, 1));
    await subject.put(key, bytes(100, 2));
    await expect(readOf(subject, key, { version })).rejects.toMatchObject(changed);
    await subject.store.remove(subject.bucket, [key]);
    await expect(readOf(subject, key)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("goes on with the object it began, whatever takes its place", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    const [old, fresh] = [bytes(30 * MIB, 1), bytes(30 * MIB, 2)];
    await subject.put(key, old);
    const copies: Buffer[] = [];
    await subject.store.readThrough(subject.bucket, key, async (chunk) => {
      copies.push(Buffer.from(chunk));
      if (copies.length === 1) await subject.put(key, fresh);
    });
    expect(Buffer.concat(copies).equals(old)).toBe(true);
  });

  test("ends with the failure of who takes its bytes, and with an abort", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    await subject.put(key, bytes(12 * MIB));
    const failing = subject.store.readThrough(subject.bucket, key, () => {
      throw new Error("enough");
    });
    await expect(failing).rejects.toThrow("enough");
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(readOf(subject, key, { signal })).rejects.toThrow("stopped");
    expect((await readOf(subject, key)).equals(bytes(12 * MIB))).toBe(true);
  });
}
