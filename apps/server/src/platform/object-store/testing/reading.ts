import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bytes, MIB, type Subject } from "./subject.ts";

export function reading(get: () => Subject): void {
  test.each([
    ["the start", 0, 5],
    ["the middle", 70_000, 100_000],
    ["the end", 199_990, 10],
    ["no byte", 17, 0],
    ["every byte", 0, 200_000],
  ])("a range of %s gives those bytes", async (_, start, length) => {
    const subject = get();
    const content = bytes(200_000);
    const key = `${subject.at}a`;
    await subject.put(key, content);
    const read = await buffer(
      await subject.store.read(subject.bucket, key, { range: { start, length } }),
    );
    expect(read.equals(content.subarray(start, start + length))).toBe(true);
  });

  test.each([
    ["past the end", 9, 2],
    ["beyond the end", 11, 1],
    ["before the start", -1, 2],
  ])("a range %s is refused", async (_, start, length) => {
    const subject = get();
    const key = `${subject.at}a`;
    await subject.put(key, bytes(10));
    await expect(
      subject.store.read(subject.bucket, key, { range: { start, length } }),
    ).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
  });

  test("goes on with the object it began, whatever takes its place", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    const [old, fresh] = [bytes(30 * MIB, 1), bytes(30 * MIB, 2)];
    await subject.put(key, old);
    const chunks = (await subject.store.read(subject.bucket, key))[Symbol.asyncIterator]();
    const read: Buffer[] = [(await chunks.next()).value as Buffer];
    await subject.put(key, fresh);
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      read.push(next.value as Buffer);
    expect(Buffer.concat(read).equals(old)).toBe(true);
    expect((await subject.get(key)).equals(fresh)).toBe(true);
  });
}
