import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acceptedForms } from "./accepted-forms.ts";
import { addresses, digests } from "./addresses.ts";
import { classes } from "./classes.ts";
import { copies } from "./copies.ts";
import { joins } from "./joins.ts";
import { keys } from "./keys.ts";
import { folderListings, listings } from "./listings.ts";
import { reading } from "./reading.ts";
import { readsThrough } from "./reads-through.ts";
import { refusedForms } from "./refused-forms.ts";
import { versions } from "./versions.ts";
import { bytes, type StoreUnderTest, Subject } from "./subject.ts";
import { failingWrites, writing } from "./writing.ts";

/** What every store of Swath does; declares the tests of one. */
export function objectStoreConformance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest | undefined;
    let subject: Subject;
    let count = 0;
    const get = (): Subject => subject;

    beforeAll(async () => {
      under = await open();
      await under.store.ensureBuckets(under.buckets);
    });
    afterAll(() => under?.close());
    beforeEach(() => {
      subject = new Subject(under!, ++count);
    });

    describe("a form", () => {
      acceptedForms(get);
      refusedForms(get);
    });
    describe("an address", () => {
      addresses(get);
      digests(get);
    });
    describe("a key", () => keys(get));
    describe("a listing", () => {
      listings(get);
      folderListings(get);
    });
    describe("reading", () => reading(get));
    describe("a reading through", () => readsThrough(get));
    describe("writing", () => {
      writing(get);
      failingWrites(get);
    });
    describe("a join", () => joins(get));
    describe("a copy", () => copies(get));
    describe("a version", () => versions(get));
    describe("a storage class", () => classes(get));

    test("removing takes away objects and minds no missing one", async () => {
      const { store, bucket, at } = subject;
      await subject.putAll([`${at}a/b`, `${at}a/c`]);
      await store.remove(bucket, [`${at}a/b`, `${at}none`]);
      await store.remove(bucket, [`${at}a/b`]);
      await store.remove(bucket, []);
      expect((await subject.listAll({ prefix: at })).objects).toEqual([`${at}a/c`]);
    });

    test("removing takes away more objects than one page holds", async () => {
      const { store, bucket, at } = subject;
      const all = Array.from({ length: 1_003 }, (_, i) => `${at}${i}`);
      await subject.putAll(all);
      await store.remove(bucket, all);
      expect(await subject.listAll({ prefix: at })).toEqual({ objects: [], folders: [] });
    });

    test("buckets may be ensured again, and a bucket's name is checked", async () => {
      await subject.put(`${subject.at}a`, bytes(1));
      await under!.store.ensureBuckets(under!.buckets);
      expect(await subject.get(`${subject.at}a`)).toEqual(bytes(1));
      await expect(under!.store.ensureBuckets(["../escape"])).rejects.toMatchObject({
        code: "INVALID_PATH",
      });
    });

    test("a bucket that was never made is known to be missing", async () => {
      const { store, buckets } = under!;
      expect(await store.hasBucket(buckets[0])).toBe(true);
      expect(await store.hasBucket("swath-never-made")).toBe(false);
      await expect(store.hasBucket("../escape")).rejects.toMatchObject({ code: "INVALID_PATH" });
    });

    test("the space that is left is a number of bytes, where the store says it", async () => {
      expect((await under!.store.freeBytes()) ?? 1).toBeGreaterThan(0);
    });

    test("a ping of an answering store resolves", async () => {
      await expect(under!.store.ping()).resolves.toBeUndefined();
    });
  });
}
