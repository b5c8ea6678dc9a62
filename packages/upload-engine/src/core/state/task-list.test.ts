import { PART_BYTES, partCount } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { folder, JOB } from "../../testing/upload-scene.ts";
import { TaskList } from "./task-list.ts";

function listOf(...sizes: readonly number[]): TaskList {
  const { baseFolder, files } = folder(...sizes.map((size, i) => ({ name: `f${i}`, size })));
  return new TaskList(
    {
      ...JOB,
      baseFolder,
      files: files.map(({ entry }) => ({ ...entry, parts: partCount(entry.originalSize) })),
    },
    files.map(({ file }) => file),
  );
}

test("small files share the state of their bundle, though the plan sends it last", () => {
  const list = listOf(10, 5_000_000, 20);
  list.queue.complete(list.queue.take(0)!);
  const states = [0, 1, 2].map((i) => list.row(i).state);
  expect(states).toEqual(["WAITING", "COMPLETE", "WAITING"]);
  list.queue.take(0);
  expect([0, 2].map((i) => list.row(i).state)).toEqual(["READING", "READING"]);
});

test("the object that holds a log is taken before those of the sensors", () => {
  const { baseFolder, files } = folder(
    { name: "a.range", size: 5_000_000 },
    { name: "FMS_Flight_Log_0001.log", size: 10 },
    { name: "b.range", size: 5_000_000 },
  );
  const entries = files.map(({ entry }) => ({ ...entry, parts: 1 }));
  const list = new TaskList(
    { ...JOB, baseFolder, files: entries },
    files.map(({ file }) => file),
  );
  const last = list.objects.length - 1;
  expect([0, 1, 2].map(() => list.queue.take(0)?.index)).toEqual([last, 0, 1]);
  list.setRemaining({ names: list.objects.map(({ name }) => name), landedPieces: {} }, 1_000);
  expect(list.queue.take(0)?.index).toBe(last);
});

test("a file counts as completed with its last part, its bytes with each", () => {
  const list = listOf(PART_BYTES + 100);
  list.queue.complete(list.queue.take(0)!);
  expect(list.progress(0)).toMatchObject({ completedFiles: 0, completedBytes: PART_BYTES });
  list.queue.update(list.queue.take(0)!, "UPLOADING", 0.5);
  expect(list.progress(0)).toMatchObject({
    handedOverBytes: PART_BYTES + 50,
    completedBytes: PART_BYTES,
  });
  expect(list.row(1)).toMatchObject({ part: 2, parts: 2, size: 100, percent: 50 });
});

test("what the server holds already counts as completed", () => {
  const list = listOf(5_000_000, 6_000_000);
  list.setRemaining({ names: ["FL000123_045@f1"], landedPieces: {} }, 1_000_000);
  expect(list.progress(0)).toMatchObject({ completedFiles: 1, completedBytes: 5_000_000 });
  expect(list.queue.take(0)?.index).toBe(1);
});

test("what landed of an object counts by its bytes, on its row too, and is not taken again", () => {
  const list = listOf(8_000_000);
  const landedPieces = { "FL000123_045@f0": [{ offset: 2_000_000, length: 4_000_000 }] };
  list.setRemaining({ names: ["FL000123_045@f0"], landedPieces }, 1_000_000);
  expect(list.progress(0)).toMatchObject({ completedFiles: 0, completedBytes: 4_000_000 });
  expect(list.row(0)).toMatchObject({ percent: 50, state: "WAITING" });
  const [first, second] = [list.queue.take(0)!, list.queue.take(0)!];
  expect(first).toEqual({ index: 0, offset: 0, length: 2_000_000 });
  expect(second).toEqual({ index: 0, offset: 6_000_000, length: 2_000_000 });
  list.queue.update(second, "UPLOADING", 0.5);
  expect(list.row(0)).toMatchObject({ percent: 62.5, state: "UPLOADING" });
  list.queue.complete(first);
  list.queue.complete(second);
  expect(list.progress(0)).toMatchObject({ completedFiles: 1, completedBytes: 8_000_000 });
});

test("a file that was changed on the drive has failed, and none of its bytes count", () => {
  const list = listOf(10, 5_000_000, 20);
  for (const _ of list.objects) list.queue.complete(list.queue.take(0)!);
  expect(list.progress(0).percent).toBe(100);
  list.setChanged([1]);
  expect(list.row(1)).toMatchObject({ state: "FAILED", percent: 0 });
  expect(list.row(0).state).toBe("COMPLETE");
  expect(list.progress(0)).toMatchObject({ completedBytes: 30, completedFiles: 2 });
  list.setRemaining({ names: [], landedPieces: {} }, 1_000);
  expect(list.progress(0).completedFiles).toBe(3);
});

test("pieces of a bundle count for nothing: it is sent whole", () => {
  const list = listOf(10, 20);
  const landedPieces = { "@bundle.0001": [{ offset: 0, length: 10 }] };
  list.setRemaining({ names: ["@bundle.0001"], landedPieces }, 1);
  expect(list.queue.take(0)).toEqual({ index: 0, offset: 0, length: 30 });
});

test("a byte of a file lies in the part of its offset", () => {
  const list = listOf(5_000_000, PART_BYTES + 100);
  expect(list.objectAt(1, PART_BYTES - 1)).toBe(1);
  expect(list.objectAt(1, PART_BYTES)).toBe(2);
});

test("there is no row before the first or after the last", () => {
  const list = listOf(5_000_000, 6_000_000);
  expect(list.row(1).path).toContain("f1");
  for (const row of [-1, 2]) expect(() => list.row(row)).toThrow(`no row ${row}`);
});

test("a row shows how far it is compressed in percent, while it is", () => {
  const list = listOf(5_000_000);
  const task = list.queue.take(0)!;
  expect(list.row(0).compressedPercent).toBeUndefined();
  list.queue.update(task, "COMPRESSING");
  list.queue.addCompressed(task, 1_250_000);
  expect(list.row(0).compressedPercent).toBe(25);
});

test("a bundle with a log in it goes first, whatever else it holds", () => {
  const { baseFolder, files } = folder(
    { name: "a.range", size: 5_000_000 },
    { name: "b.range", size: 10 },
    { name: "FMS_Flight_Log_0001.log", size: 10 },
  );
  const entries = files.map(({ entry }) => ({ ...entry, parts: 1 }));
  const list = new TaskList(
    { ...JOB, baseFolder, files: entries },
    files.map(({ file }) => file),
  );
  expect(list.objects[list.queue.take(0)!.index]!.segments).toHaveLength(2);
});

const TOUCHED = { touched: "2026-11-02T04:05:06.007Z" };

test("of the touched files those are doubted of which something landed, until they are compared", () => {
  const list = listOf(5_000_000, 2 * PART_BYTES, 6_000_000);
  // Of the file of two parts, the second one landed.
  const [, firstPart, , last] = list.objects.map(({ name }) => name);
  list.setRemaining({ names: [firstPart!, last!], landedPieces: {} }, 1_000, [0, 1, 2]);
  const doubted = () => [0, 1, 2].filter((file) => list.isDoubted(file, "unchanged"));
  expect(doubted()).toEqual([0, 1]);
  list.setCompared(0, "unchanged");
  expect(doubted()).toEqual([1]);
  expect([list.isCompared(0), list.isCompared(1)]).toEqual([true, false]);
  list.setRemaining({ names: [], landedPieces: {} }, 1_000, [0]);
  expect(doubted()).toEqual([0]);
  expect(list.isCompared(0)).toBe(false);
});

test("a file that is touched during the upload is doubted once for each touch, a changed one never", () => {
  const list = listOf(5_000_000);
  expect(list.isDoubted(0, TOUCHED)).toBe(true);
  list.setCompared(0, TOUCHED);
  expect(list.isDoubted(0, TOUCHED)).toBe(false);
  expect(list.isDoubted(0, { touched: "2026-11-02T09:00:00.000Z" })).toBe(true);
  expect(list.isDoubted(0, "changed")).toBe(false);
});
