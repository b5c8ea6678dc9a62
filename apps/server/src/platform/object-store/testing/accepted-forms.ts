import { expect, test } from "vitest";
import { bytes, MIB, type Subject } from "./subject.ts";

export function acceptedForms(get: () => Subject): void {
  test("lets exactly its object be posted, and the store knows its checksum", async () => {
    const subject = get();
    const { store, bucket } = subject;
    const key = `${subject.at}a.range`;
    const content = bytes(3 * MIB + 7);
    expect(await subject.post(await store.presignPost(subject.ticket(key, content)), content)).toBe(
      201,
    );
    const stored = await store.head(bucket, key);
    expect(stored).toMatchObject({ key, size: content.length });
    expect(stored!.checksums[store.wireAlgorithm]).toBe(subject.sum(content).toString("hex"));
    expect(await subject.get(key)).toEqual(content);
  });

  test("takes the same object again", async () => {
    const subject = get();
    const content = bytes(1000);
    const form = await subject.store.presignPost(subject.ticket(`${subject.at}a`, content));
    expect(await subject.post(form, content)).toBe(201);
    expect(await subject.post(form, content)).toBe(201);
  });

  test.each([
    "Übersicht Flug ü 航空 🛩.kmz",
    "a@b%40c%25.range",
    "plus+and space .txt",
    `quotes ' and ".txt`,
    "semi;colon,comma&and=equals?.txt",
    "100%o/%+.txt",
    "CaseMatters.TXT",
  ])("keeps the name %s as it is", async (name) => {
    const subject = get();
    const { at, store } = subject;
    const content = bytes(20, name.length);
    const form = await store.presignPost(subject.ticket(at + name, content));
    expect(await subject.post(form, content)).toBe(201);
    expect(await subject.get(at + name)).toEqual(content);
    expect((await subject.listAll({ prefix: at })).objects).toEqual([at + name]);
  });
}
