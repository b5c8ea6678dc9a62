import { expect, test } from "vitest";
import { bytes, type Subject } from "./subject.ts";

export function listings(get: () => Subject): void {
  test("tells more than 1,000 objects in pages, in the order of their keys' bytes", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    const keys = Array.from({ length: 1_005 }, (_, i) => `${at}f/${i}`);
    keys.push(`${at}f-`, `${at}f.x`, `${at}f/\uffee`, `${at}f/🛩`, `${at}g`);
    await subject.putAll(keys);
    const expected = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect((await store.list(bucket, { prefix: `${at}f` })).objects.length).toBe(1_000);
    expect((await subject.listAll({ prefix: at })).objects).toEqual(expected);
    expect((await subject.listAll({ prefix: `${at}f`, limit: 97 })).objects).toEqual(
      expected.slice(0, -1),
    );
  });

  test("of exactly one page has no token", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    await subject.putAll([`${at}a`, `${at}b`]);
    const page = await store.list(bucket, { prefix: at, limit: 2 });
    expect(page.objects.length).toBe(2);
    expect(page.nextToken).toBeUndefined();
  });

  test("with a delimiter tells folders, in pages too, and only those with objects", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    await subject.putAll(["a", "b/1", "b/2", "c/d/e", "f/g", "b.x"].map((key) => at + key));
    await store.remove(bucket, [`${at}f/g`]);
    const expected = {
      objects: [`${at}a`, `${at}b.x`],
      folders: [`${at}b/`, `${at}c/`],
    };
    const page = await store.list(bucket, { prefix: at, delimiter: "/" });
    expect({ objects: page.objects.map(({ key }) => key), folders: page.folders }).toEqual(
      expected,
    );
    expect(await subject.listAll({ prefix: at, delimiter: "/", limit: 1 })).toEqual(expected);
  });

  test("of a prefix within a name, or of none, tells what begins so", async () => {
    const subject = get();
    const { at } = subject;
    await subject.putAll([`${at}ab`, `${at}abc/d`, `${at}b`]);
    expect((await subject.listAll({ prefix: `${at}ab` })).objects).toEqual([
      `${at}ab`,
      `${at}abc/d`,
    ]);
    expect((await subject.listAll({ prefix: `${at}zz` })).objects).toEqual([]);
    expect((await subject.listAll({ prefix: `${at}../` })).objects).toEqual([]);
    expect((await subject.listAll({ prefix: "" })).objects).toContain(`${at}ab`);
  });

  test("tells size, time and checksum of each object", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    const content = bytes(1234);
    await subject.post(await store.presignPost(subject.ticket(`${at}a`, content)), content);
    const [stored] = (await store.list(bucket, { prefix: at })).objects;
    expect(stored).toMatchObject({
      size: 1234,
      checksums: { [store.wireAlgorithm]: subject.sum(content).toString("hex") },
    });
    expect(Math.abs(stored!.modified.getTime() - Date.now())).toBeLessThan(60_000);
  });
}

export function folderListings(get: () => Subject): void {
  test("of a folder is as with a delimiter, in pages, unless it would have to read too much", async () => {
    const subject = get();
    const { at, store, bucket } = subject;
    const folder = `${at}folder/`;
    await subject.putAll(["a", "b/1", "b/2", "c/d/e", "b.x", "z"].map((key) => folder + key));
    const told: string[] = [];
    let token: string | undefined;
    do {
      const query = { prefix: folder, limit: 2, maxNames: 100, ...(token && { token }) };
      const page = await store.listFolder(bucket, query);
      expect(page!.objects.length + page!.folders.length).toBeLessThanOrEqual(2);
      told.push(...page!.objects.map(({ key }) => key), ...page!.folders);
      token = page!.nextToken;
    } while (token !== undefined);
    expect(told.toSorted()).toEqual(["a", "b.x", "b/", "c/", "z"].map((key) => folder + key));
    const limited = await store.listFolder(bucket, { prefix: folder, limit: 2, maxNames: 3 });
    if (limited !== undefined) expect(limited.folders.length + limited.objects.length).toBe(2);
    expect(await store.listFolder(bucket, { prefix: `${at}none/`, limit: 2, maxNames: 3 })).toEqual(
      {
        objects: [],
        folders: [],
        nextToken: undefined,
      },
    );
  });
}
