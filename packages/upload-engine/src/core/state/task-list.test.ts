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

test("pieces of a bundle count for nothing: it is sent whole", () => {
  const list = listOf(10, 20);
  const landedPieces = { "@bundle.0001": [{ offset: 0, length: 10 }] };
  list.setRemaining({ names: ["@bundle.0001"], landedPieces }, 1);
  expect(list.queue.take(0)).toEqual({ index: 0, offset: 0, length: 30 });
});
