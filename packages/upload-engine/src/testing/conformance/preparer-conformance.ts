import { FRAME_BYTES } from "@swath/contract/uploads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  Chunk,
  Preparation,
  PreparedObject,
  Preparer,
  SourceRange,
  SourceSegment,
  SourceFile,
  Unreadable,
} from "../../ports/preparer.ts";

export interface PreparerUnderTest {
  readonly preparer: Preparer;
  /** A file whose bytes follow from its name. */
  file(name: string, size: number): SourceFile;
  /** A file that was changed or removed since it was chosen. */
  goneFile(name: string, size: number): Promise<SourceFile>;
  compress(chunk: Chunk): Chunk;
  /** Waits for a result, in the preparer's real or virtual time. */
  wait<T>(result: Promise<T>): Promise<T>;
  close(): void;
}

const WIRE = "crc32c";

class Subject {
  readonly under: PreparerUnderTest;
  constructor(under: PreparerUnderTest) {
    this.under = under;
  }

  segment(name: string, size: number, zipped: boolean): SourceSegment {
    return { file: this.under.file(name, size), offset: 0, length: size, zipped };
  }

  async prepareRange(range: SourceRange): Promise<PreparedObject> {
    return readable(await this.under.wait(this.under.preparer.prepareRange(range, WIRE)));
  }

  async prepareFile(file: SourceFile): Promise<PreparedObject> {
    return this.prepareRange({ file, offset: 0, length: file.size });
  }

  async readAll(preparation: Preparation): Promise<Chunk[]> {
    const chunks: Chunk[] = [];
    for (;;) {
      const batch = readable(await this.under.wait(preparation.read()));
      chunks.push(...batch.chunks);
      if (batch.done) return chunks;
    }
  }
}

/** What every preparer of the engine does; declares the tests of one. */
export function preparerConformance(driver: string, open: () => PreparerUnderTest): void {
  describe(driver, () => {
    let subject: Subject;
    const get = (): Subject => subject;
    beforeAll(() => {
      subject = new Subject(open());
    });
    afterAll(() => subject.under.close());
    test("tells a file that is as it was chosen from one that is changed or gone", async () => {
      const { under } = get();
      const stateOf = (file: SourceFile) => under.wait(under.preparer.stateOf(file));
      expect(await stateOf(under.file("same.laz", 100))).toBe("unchanged");
      expect(await stateOf(await under.goneFile("gone.laz", 100))).toBe("changed");
    });
    untouchedRanges(get);
    assembledObjects(get);
    unreadableFiles(get);
  });
}

function untouchedRanges(get: () => Subject): void {
  test("prepares a file untouched, always with the same checksums", async () => {
    const { under } = get();
    const prepared = await get().prepareFile(under.file("a.laz", 5_000));
    expect(prepared.body.size).toBe(5_000);
    expect(prepared.segments).toEqual([
      { storedBytes: 5_000, xxh128: expect.stringMatching(/^[0-9a-f]{32}$/), zipped: false },
    ]);
    expect(prepared.checksum).toMatch(/^[\w+/]+=*$/);
    const again = await get().prepareFile(under.file("a.laz", 5_000));
    expect(again).toMatchObject({ checksum: prepared.checksum, segments: prepared.segments });
    const other = await get().prepareFile(under.file("b.laz", 5_000));
    expect(other.checksum).not.toBe(prepared.checksum);
  });

  test("prepares a range of a file with the checksums that its bytes have when they are put together", async () => {
    const { under } = get();
    const range = { file: under.file("a.laz", 5_000), offset: 1_234, length: 2_000 };
    const untouched = await get().prepareRange(range);
    expect(untouched.body.size).toBe(2_000);
    const preparation = under.preparer.open([{ ...range, zipped: false }], WIRE);
    await get().readAll(preparation);
    const { checksum, segments } = await under.wait(preparation.finish());
    preparation.close();
    expect(untouched).toMatchObject({ checksum, segments });
    const other = await get().prepareRange({ ...range, offset: 1_235 });
    expect(other.checksum).not.toBe(checksum);
  });

  test("prepares bytes of the engine's own, which have no segments", async () => {
    const { under } = get();
    const prepare = (text: string): Promise<PreparedObject> =>
      under.wait(under.preparer.prepareBytes(new TextEncoder().encode(text), WIRE));
    const prepared = await prepare("manifest");
    expect(prepared).toMatchObject({ body: { size: 8 }, segments: [] });
    expect((await prepare("manifest")).checksum).toBe(prepared.checksum);
    expect((await prepare("MANIFEST")).checksum).not.toBe(prepared.checksum);
  });
}

function assembledObjects(get: () => Subject): void {
  test("reads a zipped file in chunks of 8 MB, whose frames may come in any order", async () => {
    const { under } = get();
    const segment = get().segment("a.range", 2 * FRAME_BYTES + 500, true);
    const results: PreparedObject[] = [];
    for (const isReversed of [false, true]) {
      const preparation = under.preparer.open([segment], WIRE);
      const chunks = await get().readAll(preparation);
      expect(chunks.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(chunks.map(({ bytes }) => bytes.length)).toEqual([FRAME_BYTES, FRAME_BYTES, 500]);
      const frames = chunks.map((chunk) => under.compress(chunk));
      const stored = frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
      for (const frame of isReversed ? frames.toReversed() : frames)
        await under.wait(preparation.addFrames([frame]));
      const prepared = await under.wait(preparation.finish());
      preparation.close();
      expect(prepared.body.size).toBe(stored);
      expect(prepared.segments).toMatchObject([{ storedBytes: stored, zipped: true }]);
      results.push(prepared);
    }
    expect(results[1]?.checksum).toBe(results[0]?.checksum);
    const untouched = await get().prepareFile(segment.file);
    expect(results[0]?.segments[0]?.xxh128).toBe(untouched.segments[0]?.xxh128);
  });

  test("returns only what is zipped of a bundle, and stores the rest as it is", async () => {
    const { under } = get();
    const segments = [
      get().segment("a.log", 900, true),
      get().segment("b.jpg", 800, false),
      get().segment("c.log", 700, true),
    ];
    const preparation = under.preparer.open(segments, WIRE);
    const chunks = await get().readAll(preparation);
    expect(chunks.map(({ index }) => index)).toEqual([0, 2]);
    await under.wait(preparation.addFrames(chunks.map((chunk) => under.compress(chunk))));
    const { body, segments: stored } = await under.wait(preparation.finish());
    preparation.close();
    expect(stored.map(({ zipped }) => zipped)).toEqual([true, false, true]);
    expect(stored[1]?.storedBytes).toBe(800);
    expect(stored.reduce((sum, { storedBytes }) => sum + storedBytes, 0)).toBe(body.size);
    expect(new Set(stored.map(({ xxh128 }) => xxh128)).size).toBe(3);
  });

  test("does not finish an object of which frames are missing", async () => {
    const { under } = get();
    const preparation = under.preparer.open([get().segment("a.range", 600, true)], WIRE);
    await get().readAll(preparation);
    await expect(under.wait(preparation.finish())).rejects.toThrow();
    preparation.close();
  });
}

function unreadableFiles(get: () => Subject): void {
  test("reports a file that is gone by its path, whole or in part, however often", async () => {
    const { under } = get();
    const gone = await under.goneFile("gone.range", 4_000);
    const unreadable = { unreadable: gone.path, reason: expect.any(String) };
    const range = { file: gone, offset: 0, length: 4_000 };
    expect(await under.wait(under.preparer.prepareRange(range, WIRE))).toEqual(unreadable);
    const segment = { ...range, zipped: true };
    const preparation = under.preparer.open([segment], WIRE);
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await under.wait(preparation.read())).toEqual(unreadable);
    preparation.close();
  });
}

function readable<T extends object>(result: T | Unreadable): T {
  if ("unreadable" in result) throw new Error(`${result.unreadable}: ${result.reason}`);
  return result;
}
