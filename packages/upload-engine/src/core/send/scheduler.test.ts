import { PART_BYTES, partCount, zstdBound } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import type { PreparedObject } from "../../ports/preparer.ts";
import { folder, JOB, type SceneFile } from "../../testing/upload-scene.ts";
import { TaskList } from "../state/task-list.ts";
import type { PreparationTask } from "./prepare-object.ts";
import { Scheduler } from "./scheduler.ts";
import type { Moment } from "./send-events.ts";

const MB = 1_048_576;
/** Without a limit, and before any compression was measured. */
const START: Moment = {
  now: 0,
  random: 0,
  limitBytesPerSecond: undefined,
  compressionBytesPerSecond: undefined,
};

interface Options {
  readonly compression?: "adaptive" | "always";
  readonly concurrentUploads?: number;
  readonly memoryBytes?: number;
  readonly compressionBytesPerSecond?: number;
  readonly bytesPerSecond?: number;
  /** So long that objects go whole, unless it is set. */
  readonly minPieceBytes?: number;
  /** The same, unless it is set. */
  readonly minCopiedBytes?: number;
}

function scheduled(files: readonly SceneFile[], options: Options = {}) {
  const { baseFolder, files: chosen } = folder(...files);
  const entries = chosen.map(({ entry }) => ({ ...entry, parts: partCount(entry.originalSize) }));
  const list = new TaskList(
    { ...JOB, baseFolder, files: entries },
    chosen.map(({ file }) => file),
  );
  const { compression = "always", concurrentUploads = 4, minPieceBytes = PART_BYTES } = options;
  const settings = {
    requireReason: false,
    LMSCurrentVersion: "1",
    wireChecksum: "crc32c",
    concurrentUploads,
    compression,
    minPieceBytes,
    minCopiedBytes: options.minCopiedBytes ?? minPieceBytes,
    storeAddresses: [],
  } as const;
  const scheduler = new Scheduler(list, settings, options.memoryBytes ?? 10_000 * MB);
  const at = (now: number): Moment => ({
    ...START,
    now,
    limitBytesPerSecond: options.bytesPerSecond,
    compressionBytesPerSecond: options.compressionBytesPerSecond,
  });
  /** Takes all that may be prepared now. */
  const take = (now = 0): PreparationTask[] => {
    const tasks: PreparationTask[] = [];
    for (;;) {
      const task = scheduler.nextPreparation(at(now));
      if (task === undefined) return tasks;
      tasks.push(task);
    }
  };
  /** Prepares all that may be; the lengths in MB. */
  const prepareAll = (now = 0): number[] => {
    const lengths: number[] = [];
    for (let tasks = take(now); tasks.length > 0; tasks = take(now))
      for (const task of tasks) {
        lengths.push(task.attempt.length / MB);
        scheduler.endPreparation(task, prepared(task.attempt.length));
      }
    return lengths;
  };
  return { list, scheduler, take, prepareAll };
}

const files = (count: number, size: number, zipped: boolean): SceneFile[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${i}.dat`, size, zipped }));
const lengthOf = (tasks: readonly PreparationTask[]): number =>
  tasks.reduce((sum, { attempt }) => sum + attempt.length, 0);
const prepared = (size: number): PreparedObject => ({ body: { size }, checksum: "", segments: [] });
/** link/L6 From then on a link is known to break or not. */
const TRIED_MS = 20_000;
/** Of a file on a link of 1 MB a second: of its first piece and of one after that, in MB. */
function firstLengths(zipped: boolean, ...breaks: readonly number[]): number[] {
  const options = { minPieceBytes: MB / 4, minCopiedBytes: 5 * MB };
  const { scheduler, take } = scheduled(files(1, 60 * MB, zipped), options);
  const first = take();
  for (const task of first) scheduler.endPreparation(task, prepared(MB));
  acknowledge(scheduler, MB, 1_000);
  for (const now of breaks) scheduler.link.resent(now, true);
  return [first, take(TRIED_MS)].map(([task]) => task!.attempt.length / MB);
}
/** Lets a post of so many bytes be acknowledged after so many milliseconds. */
function acknowledge({ link }: Scheduler, bytes: number, milliseconds: number): void {
  const carried = { storedBytes: bytes, sourceBytes: bytes, zipped: false };
  link.stored(link.begin(0), carried, milliseconds);
}
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
    acknowledge(scheduler, MB, 1_000);
    for (const count of [2, 2, 0]) {
      const tasks = take();
      expect(tasks.length).toBe(count);
      for (const task of tasks) scheduler.endPreparation(task, prepared(60 * MB));
    }
    expect(scheduler.nextPost(START)).toBeDefined();
    expect(take().length).toBe(1);
  });

  test("send/S1 has one file hashed at a time while the link is starved, two when not", () => {
    const { scheduler, take } = scheduled(files(6, 60 * MB, false));
    acknowledge(scheduler, MB, 1_000);
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
    one.scheduler.endPost(one.scheduler.nextPost(START)!);
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
    acknowledge(scheduler, MB, 1_000);
    const [first] = take();
    expect(first?.heldBytes).toBe(0);
    scheduler.endPreparation(first!, prepared(60 * MB));
    expect(take().length).toBe(2);
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
      acknowledge(scheduler, 60 * MB, 250);
      expect(take()[0]?.segments).toMatchObject([{ zipped }]);
    },
  );

  test("send/B3 posts two objects at first, as many large ones as set on a fast link", () => {
    const { scheduler, take } = scheduled(files(9, PART_BYTES, false), { concurrentUploads: 3 });
    const posts = (): number => {
      let count = 0;
      while (scheduler.nextPost(START) !== undefined) count++;
      return count;
    };
    const prepareAll = (): void => {
      for (let tasks = take(); tasks.length > 0; tasks = take())
        for (const task of tasks) scheduler.endPreparation(task, prepared(PART_BYTES));
    };
    prepareAll();
    expect(posts()).toBe(2);
    acknowledge(scheduler, 60 * MB, 250);
    prepareAll();
    expect(posts()).toBe(1);
  });

  test("send/S9 cuts a file to the link's length, and leaves no rest that is too short", () => {
    const options = { minPieceBytes: 5 * MB };
    const { scheduler, prepareAll } = scheduled(files(1, 60 * MB, false), options);
    expect(prepareAll()).toEqual([5, 5]);
    expect(scheduler.waiting[1]?.attempt).toMatchObject({ offset: 5 * MB, length: 5 * MB });
    acknowledge(scheduler, 10 * MB, 1_000);
    // 1 s at 10 MB a second.
    expect(prepareAll()).toEqual([10, 10]);
  });

  test("send/S9 cuts a file to 2 s of a limit, and no shorter than a piece may be", () => {
    const lengths = (bytesPerSecond: number): number[] => {
      const options = { minPieceBytes: 5 * MB, bytesPerSecond };
      const { scheduler, take } = scheduled(files(1, 60 * MB, false), options);
      for (const task of take()) scheduler.endPreparation(task, prepared(5 * MB));
      acknowledge(scheduler, 60 * MB, 1_000);
      return take().map(({ attempt }) => attempt.length / MB);
    };
    expect(lengths(4 * MB)[0]).toBe(8);
    expect(lengths(MB)[0]).toBe(5);
  });

  test("send/S9 a file's last piece may be shorter than the store joins", () => {
    const lengths = (bytes: number): number[] =>
      scheduled(files(1, bytes, false), { minPieceBytes: 5 * MB }).prepareAll();
    expect(lengths(8 * MB)).toEqual([5, 3]);
    expect(lengths(5.5 * MB)).toEqual([5.5]);
    // The rest of a part would stand before the next part.
    expect(lengths(PART_BYTES + MB).every((length) => length >= 5)).toBe(true);
  });

  test("send/S9 at the end cuts so small that all connections end together", () => {
    const { scheduler, take } = scheduled(files(1, 10 * MB, false), { minPieceBytes: MB / 4 });
    const lengths: number[] = [];
    for (let tasks = take(); tasks.length > 0; tasks = take())
      for (const task of tasks) {
        lengths.push(task.attempt.length);
        scheduler.endPreparation(task, prepared(task.attempt.length));
        scheduler.endPost(scheduler.nextPost(START)!);
        acknowledge(scheduler, 10 * MB, 2_000);
      }
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(10 * MB);
    expect(Math.max(...lengths.slice(1))).toBeLessThanOrEqual((9 * MB) / 4);
    expect(lengths.at(-1)).toBeLessThanOrEqual(MB / 2);
  });

  test("send/S9 what the store copies is cut no shorter than it joins by itself, once the link is known", () => {
    expect(firstLengths(false)).toEqual([1, 5]);
    expect(firstLengths(true)).toEqual([1, 1]);
    expect(firstLengths(false, 10_000)[1]).toBeLessThanOrEqual(1);
  });

  test("send/S9 a part that more follow leaves no rest that the store would not join by itself", () => {
    const options = { minPieceBytes: MB / 4, minCopiedBytes: 5 * MB };
    const { scheduler, take } = scheduled(files(1, 2 * PART_BYTES, false), options);
    const lengths: number[] = [];
    for (let tasks = take(); tasks[0]?.attempt.index === 0; tasks = take(TRIED_MS))
      for (const { attempt, ...task } of tasks) {
        if (attempt.index === 0) lengths.push(attempt.length / MB);
        scheduler.endPreparation({ attempt, ...task }, prepared(attempt.length));
        scheduler.endPost(scheduler.nextPost(START)!);
        acknowledge(scheduler, MB, 1_000);
      }
    const short = lengths.filter((length) => length < 5);
    expect(lengths.length).toBeGreaterThan(20);
    expect(short).toEqual(lengths.slice(0, short.length));
  });

  test("send/S9 a bundle goes whole", () => {
    const { take } = scheduled(files(20, MB / 2, true), { minPieceBytes: 1_000 });
    expect(take().map(({ attempt }) => attempt.length)).toEqual([8 * MB, 2 * MB]);
  });

  test("send/S13 what is too long since a connection broke is cut anew, but for what a call still claims", () => {
    const options = {
      minPieceBytes: MB / 4,
      minCopiedBytes: 5 * MB,
      memoryBytes: 4 * zstdBound(5 * MB),
    };
    const { list, scheduler, take, prepareAll } = scheduled(files(1, 60 * MB, false), options);
    acknowledge(scheduler, 8 * MB, 8_000);
    expect(prepareAll(TRIED_MS)).toEqual([5, 5, 5, 5]);
    const readies = scheduler.waiting;
    const now = TRIED_MS + 1_000;
    expect(scheduler.takeBackLong({ ...START, now }, () => true)).toEqual([]);
    scheduler.link.resent(now, true);
    const [first, ...others] = readies;
    expect(scheduler.takeBackLong({ ...START, now }, (ready) => ready !== first)).toEqual(others);
    expect(scheduler.waiting).toEqual([first]);
    const again = take(now);
    expect(again[0]!.attempt).toMatchObject({ offset: 5 * MB });
    expect(again[0]!.attempt.length).toBeLessThan(2 * MB);
    expect(list.queue.waitingBytes(Infinity)).toBe(55 * MB - lengthOf(again));
  });

  test("send/S13 what is compressed is not compressed again", () => {
    const { scheduler, take } = scheduled(files(1, 60 * MB, true), { minPieceBytes: MB / 4 });
    scheduler.link.answered(0, 300);
    acknowledge(scheduler, 8 * MB, 8_000);
    const segments = [{ storedBytes: 1, xxh128: "", zipped: true }];
    for (let round = 0; round < 2; round += 1)
      for (const task of take()) scheduler.endPreparation(task, { ...prepared(MB), segments });
    for (const now of [8_100, 14_000]) scheduler.link.resent(now, true);
    expect(scheduler.takeBackLong({ ...START, now: 14_000 }, () => true)).toEqual([]);
    expect(scheduler.waiting.length).toBe(4);
  });

  test("send/S10 is at a stall only where nothing is under way nor has its time", () => {
    const { list, scheduler, take } = scheduled(files(1, 100, true));
    expect(scheduler.isStalled).toBe(true);
    const [task] = take();
    expect(scheduler.isStalled).toBe(false);
    scheduler.endPreparation(task!, undefined);
    list.queue.defer(task!.attempt, 500);
    expect(scheduler.isStalled).toBe(false);
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
    const object = scheduler.nextPost(START)!;
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
