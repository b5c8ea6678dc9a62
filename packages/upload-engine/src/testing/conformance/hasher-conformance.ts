import { xxhash128 } from "hash-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceHasher, SourceFile } from "../../ports/preparer.ts";

export interface HasherUnderTest {
  readonly hasher: SourceHasher;
  file(name: string, bytes: Uint8Array<ArrayBuffer>): SourceFile;
  /** A file that was changed or removed since it was chosen. */
  goneFile(name: string, size: number): Promise<SourceFile>;
}

/** Longer than one read. */
const BYTES = new Uint8Array(2_500_000).map((_, i) => i * 7 + (i >> 9));

/** What every hasher of source files does; declares the tests of one. */
export function hasherConformance(driver: string, open: () => HasherUnderTest): void {
  describe(driver, () => {
    let under: HasherUnderTest;
    beforeAll(() => {
      under = open();
    });
    afterAll(() => under.hasher.close());

    test("hashes a whole file as xxhsum does", async () => {
      const whole = { offset: 0, length: BYTES.length };
      const file = under.file("hashed.laz", BYTES);
      expect(await under.hasher.hash(file, whole)).toBe(await xxhash128(BYTES));
    });

    test("hashes a range alone, whatever lies around it", async () => {
      const file = under.file("hashed.laz", BYTES);
      expect(await under.hasher.hash(file, { offset: 500, length: 1_300_000 })).toBe(
        await xxhash128(BYTES.subarray(500, 1_300_500)),
      );
    });

    test("names a file that can no longer be read as it was", async () => {
      const gone = await under.goneFile("hashed-gone.laz", 100);
      expect(await under.hasher.hash(gone, { offset: 0, length: 100 })).toEqual({
        unreadable: gone.path,
        reason: expect.any(String),
      });
    });

    test("tells a file that is as it was chosen from one that was changed or removed since", async () => {
      expect(await under.hasher.stateOf(under.file("looked-at.laz", BYTES))).toBe("unchanged");
      expect(await under.hasher.stateOf(await under.goneFile("looked-at-gone.laz", 100))).toBe(
        "changed",
      );
    });
  });
}
