import { PART_BYTES, partCount, zstdBound } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import type { PreparedObject } from "../../ports/preparer.ts";
import { folder, JOB, type SceneFile } from "../../testing/upload-scene.ts";
import { TaskList } from "../state/task-list.ts";
import { type PreparationTask, Scheduler } from "./scheduler.ts";

const MB = 1_048_576;

interface Options {
  readonly compression?: "adaptive" | "always";
  readonly concurrentUploads?: number;
  readonly memoryBytes?: number;
  readonly compressionBytesPerSecond?: number;
}

function scheduled(files: readonly SceneFile[], options: Options = {}) {
  const { baseFolder, files: chosen } = folder(...files);
  const entries = chosen.map(({ entry }) => ({ ...entry, parts: partCount(entry.originalSize) }));
  const list = new TaskList(
    { ...JOB, baseFolder, files: entries },
    chosen.map(({ file }) => file),
  );
  const { compression = "always", concurrentUploads = 4 } = options;
  const scheduler = new Scheduler(list, {
    settings: {
      requireReason: false,
      LMSCurrentVersion: "1",
      wireChecksum: "crc32c",
      concurrentUploads,
      compression,
      minPieceBytes: MB,
    },
    memoryBytes: options.memoryBytes ?? 10_000 * MB,
    compressionBytesPerSecond: () => options.compressionBytesPerSecond,
  });
  /** Takes all that may be prepared now. */
  const take = (): PreparationTask[] => {
    const tasks: PreparationTask[] = [];
    for (;;) {
      const task = scheduler.nextPreparation(0);
      if (task === undefined) return tasks;
      tasks.push(task);
    }
  };
  return { list, scheduler, take };
}

const files = (count: number, size: number, zipped: boolean): SceneFile[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${i}.dat`, size, zipped }));
const prepared = (size: number): PreparedObject => ({ body: { size }, checksum: "", segments: [] });
const indexes = (tasks: readonly PreparationTask[]): number[] =>
  tasks.map(({ attempt }) => attempt.index);

describe("the scheduler", () => {
  test("send/S1 has two objects prepared at once, in the order of the plan", () => {
    const { scheduler, take } = scheduled(files(4, 60 * MB, true));
    const [first, second, ...others] = take();
    expect(indexes([first!, second!])).toEqual([0, 1]);
    expect(others).toEqual([]);
    scheduler.endPreparation(second!, undefined);
    expect(indexes(take())).toEqual([2]);
  });

  test("send/B1 has no more prepared than four that are ready or in preparation", () => {
    const { scheduler, take } = scheduled(files(9, 60 * MB, true));
    for (const count of [2, 2, 0]) {
      const tasks = take();
      expect(tasks.length).toBe(count);
      for (const task of tasks) scheduler.endPreparation(task, prepared(60 * MB));
    }
    expect(scheduler.nextPost()).toBeDefined();
    expect(take().length).toBe(1);
  });

  test("send/S1 has one file hashed at a time while the link is starved, two when not", () => {
    const { scheduler, take } = scheduled(files(6, 60 * MB, false));
    const [first, ...others] = take();
    expect(others).toEqual([]);
    scheduler.endPreparation(first!, prepared(60 * MB));
    // Something waits for the link: it is starved no longer.
    expect(take().length).toBe(2);
  });

  test("holds no more memory than it may, but always one object", () => {
    const held = zstdBound(60 * MB);
    const one = scheduled(files(3, 60 * MB, true), { memoryBytes: 1 });
    const [only, ...none] = one.take();
    expect(only?.heldBytes).toBe(held);
    expect(none).toEqual([]);
    one.scheduler.endPreparation(only!, prepared(30 * MB));
    expect(one.take()).toEqual([]);
    one.scheduler.endPost(one.scheduler.nextPost()!);
    expect(indexes(one.take())).toEqual([1]);
    expect(scheduled(files(3, 60 * MB, true), { memoryBytes: 2 * held }).take().length).toBe(2);
    const less = scheduled(files(3, 60 * MB, true), { memoryBytes: 2 * held - 1 });
    const [failed] = less.take();
    expect(less.take()).toEqual([]);
    less.scheduler.endPreparation(failed!, undefined);
    expect(less.take().length).toBe(1);
  });

  test("counts no memory for a file that is only hashed", () => {
    const { scheduler, take } = scheduled(files(3, 60 * MB, false), { memoryBytes: 1 });
    const [first] = take();
    expect(first?.heldBytes).toBe(0);
    scheduler.endPreparation(first!, prepared(60 * MB));
    expect(take().length).toBe(2);
  });

  test("send/S8 begins nothing else large that is compressed until the link is known", () => {
    const { scheduler, take } = scheduled(files(3, 60 * MB, true), { compression: "adaptive" });
    const [first, ...others] = take();
    expect(others).toEqual([]);
    scheduler.endPreparation(first!, prepared(30 * MB));
    const object = scheduler.nextPost()!;
    expect(take()).toEqual([]);
    scheduler.link.start(0);
    scheduler.link.add(5 * MB, 300);
    expect(take().length).toBe(2);
    scheduler.endPost(object);
  });

  test("send/S8 small objects are begun meanwhile, and files that are never compressed", () => {
    const small = scheduled(files(3, 8 * MB, true), { compression: "adaptive" });
    expect(small.take().length).toBe(2);
    const names = [
      { name: "a.range", size: 60 * MB },
      { name: "b.laz", size: 60 * MB, zipped: false },
    ];
    expect(scheduled(names, { compression: "adaptive" }).take().length).toBe(2);
  });

  test.each([
    ["adaptive", 100 * MB, false],
    ["adaptive", 400 * MB, true],
    ["always", 100 * MB, true],
  ] as const)(
    "send/S8 with %s compression at %d bytes a second and a faster link, zipped is %s",
    (compression, compressionBytesPerSecond, zipped) => {
      const options = { compression, compressionBytesPerSecond };
      const { scheduler, take } = scheduled(files(2, 60 * MB, true), options);
      scheduler.link.start(0);
      scheduler.link.add(60 * MB, 250);
      expect(take()[0]?.segments).toMatchObject([{ zipped }]);
    },
  );

  test("send/B3 posts two large objects on a slow link, as many as set on a fast one", () => {
    const { scheduler, take } = scheduled(files(9, PART_BYTES, false), { concurrentUploads: 3 });
    const posts = (): number => {
      let count = 0;
      while (scheduler.nextPost() !== undefined) count++;
      return count;
    };
    const prepareAll = (): void => {
      for (let tasks = take(); tasks.length > 0; tasks = take())
        for (const task of tasks) scheduler.endPreparation(task, prepared(PART_BYTES));
    };
    prepareAll();
    expect(posts()).toBe(2);
    scheduler.link.start(0);
    scheduler.link.add(60 * MB, 250);
    expect(posts()).toBe(1);
  });

  test("send/S5 once halted begins nothing, and is done when what is ready was posted", () => {
    const { list, scheduler, take } = scheduled(files(5, 60 * MB, true));
    const [first, second] = take();
    scheduler.halt();
    list.queue.fail(first!.attempt);
    scheduler.endPreparation(first!, undefined);
    expect(take()).toEqual([]);
    expect(scheduler.isDone).toBe(false);
    scheduler.endPreparation(second!, prepared(30 * MB));
    expect(scheduler.isDone).toBe(false);
    const object = scheduler.nextPost()!;
    expect(scheduler.isDone).toBe(false);
    scheduler.endPost(object);
    expect(scheduler.isDone).toBe(true);
  });

  test("is done when every task has ended", () => {
    const { list, scheduler, take } = scheduled(files(1, 100, true));
    const [task] = take();
    expect(scheduler.isDone).toBe(false);
    list.queue.complete(task!.attempt);
    expect(scheduler.isDone).toBe(true);
  });
});
