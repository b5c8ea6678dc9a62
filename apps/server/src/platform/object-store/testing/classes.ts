import { expect, test } from "vitest";
import { bytes, MIB, type Subject } from "./subject.ts";

const ORDER = { days: 3, tier: "Standard" } as const;

const to = (subject: Subject) => subject.under.storageClass ?? "COLD";
const place = ({ bucket, at }: Subject) => ({ bucket, key: `${at}a` });

/** Moves between storage classes; a store that has none leaves its objects as they are. */
export function classes(get: () => Subject): void {
  test.each([
    ["nothing", 0],
    ["a small object", 1_000],
    ["an object that was stored in parts", 40 * MIB + 3],
  ])(
    "is changed of %s where it stands, run again too: bytes and checksums stay",
    async (_, size) => {
      const subject = get();
      const content = bytes(size);
      const { checksums } = await subject.put(`${subject.at}a`, content);
      const target = { ...place(subject), storageClass: to(subject) };
      for (let run = 0; run < 2; run++)
        expect(await subject.store.moveToClass(target)).toMatchObject({
          key: `${subject.at}a`,
          size,
          storageClass: subject.under.storageClass ?? null,
          checksums,
        });
      expect((await subject.get(`${subject.at}a`)).equals(content)).toBe(true);
      const { objects } = await subject.store.list(subject.bucket, { prefix: subject.at });
      expect(objects).toMatchObject([{ size, storageClass: subject.under.storageClass ?? null }]);
    },
  );

  test("is changed of the version that is meant, and of no other", async () => {
    const subject = get();
    const { version } = await subject.put(`${subject.at}a`, bytes(10, 1));
    await subject.put(`${subject.at}a`, bytes(10, 2));
    const target = { ...place(subject), storageClass: to(subject) };
    const moved = subject.store.moveToClass({ ...target, version });
    await expect(moved).rejects.toMatchObject({ code: "OBJECT_CHANGED" });
    expect(await subject.get(`${subject.at}a`)).toEqual(bytes(10, 2));
  });

  test("of an object that is not there is neither changed nor restored from", async () => {
    const subject = get();
    const { store } = subject;
    const missing = { code: "OBJECT_NOT_FOUND" };
    const target = { ...place(subject), storageClass: to(subject) };
    await expect(store.moveToClass(target)).rejects.toMatchObject(missing);
    await expect(store.restore(place(subject), ORDER)).rejects.toMatchObject(missing);
  });

  test("whose objects are read at any time needs no restore", async () => {
    const subject = get();
    await subject.put(`${subject.at}a`, bytes(10));
    await subject.store.moveToClass({ ...place(subject), storageClass: to(subject) });
    const restored = await subject.store.restore(place(subject), ORDER);
    expect(restored.cold).toBeUndefined();
    expect(await subject.store.head(subject.bucket, `${subject.at}a`)).toEqual(restored);
  });
}
