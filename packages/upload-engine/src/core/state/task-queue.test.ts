import type { PlannedObject } from "@swath/contract/uploads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ObjectRanges, type Unfinished, type Task } from "./ranges.ts";
import { type Attempt, TaskQueue } from "./task-queue.ts";

function objects(count: number): PlannedObject[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `o${i}`,
    segments: [{ file: i, offset: 0, length: 10 }],
    sourceBytes: 10,
  }));
}

function queueOf(count: number, remaining = Array.from({ length: count }, (_, i) => i)): TaskQueue {
  const names = remaining.map((i) => `o${i}`);
  return new TaskQueue(new ObjectRanges(objects(count), 1, { names, landedPieces: {} }));
}

const taskOf = (index: number): Task => ({ index, offset: 0, length: 10 });
const missed = (...names: readonly string[]): Unfinished => ({ names, landedPieces: {} });

describe("the list of tasks", () => {
  test("send/T1 tasks are taken in the order of the plan and start as reading, at nothing", () => {
    const queue = queueOf(3, [0, 2]);
    expect(queue.take(0)?.index).toBe(0);
    expect(queue.stateOf(0)).toEqual({ state: "READING", sent: 0 });
    expect(queue.take(0)?.index).toBe(2);
    expect(queue.take(0)).toBeUndefined();
    expect(queue.stateOf(1)).toEqual({ state: "COMPLETE", sent: 1 });
  });

  test("send/T1 what goes first is taken before the rest, also when all is made pending again", () => {
    const queue = new TaskQueue(queueOf(4).ranges, new Set([3, 1]));
    const order = (): (number | undefined)[] => [0, 1, 2, 3].map(() => queue.take(0)?.index);
    expect(order()).toEqual([1, 3, 0, 2]);
    queue.requeue();
    expect(order()).toEqual([1, 3, 0, 2]);
  });

  test("send/T3 a deferred task is taken last, and not before its time", () => {
    const queue = queueOf(2);
    queue.defer(queue.take(0)!, 500);
    expect(queue.stateOf(0).state).toBe("RETRY @ END");
    expect(queue.take(600)?.index).toBe(1);
    expect(queue.take(499)).toBeUndefined();
    expect(queue.nextDue()).toBe(500);
    expect(queue.isIdle).toBe(false);
    expect(queue.take(500)?.index).toBe(0);
  });

  test("send/T3 a busy store is no failure, however often", () => {
    const queue = queueOf(1);
    for (let i = 0; i < 20; i++) queue.defer(queue.take(i)!, i + 1);
    expect(queue.refuse(queue.take(20)!, 21)).toBe("deferred");
  });

  test("send/T4 a third refusal fails a task", () => {
    const queue = queueOf(1);
    expect(queue.refuse(queue.take(0)!, 1)).toBe("deferred");
    expect(queue.refuse(queue.take(1)!, 2)).toBe("deferred");
    expect(queue.refuse(queue.take(2)!, 3)).toBe("failed");
    expect(queue.stateOf(0).state).toBe("FAILED");
    expect(queue.isIdle).toBe(true);
  });

  test("send/T4 of a failed object no other piece is taken, deferred or active as it may be", () => {
    const queue = queueOf(2);
    const [first, second, third] = [queue.take(0, 3)!, queue.take(0, 3)!, queue.take(0)!];
    queue.defer(first, 100);
    queue.fail(second);
    queue.defer(third, 100);
    expect(queue.nextDue()).toBeUndefined();
    expect(queue.take(100)?.index).toBe(1);
    expect(queue.take(100)).toBeUndefined();
  });

  test("send/T8 what is put back is joined with its own rest alone", () => {
    const queue = queueOf(2);
    const [first, middle] = [queue.take(0, 3)!, queue.take(0, 3)!];
    queue.putBack(first);
    expect(queue.peek(0)).toEqual({ index: 0, offset: 0, length: 3 });
    queue.putBack(middle);
    const [, , rest, other] = [queue.take(0), queue.take(0), queue.take(0), queue.take(0, 3)!];
    expect([rest, other]).toEqual([
      { index: 0, offset: 6, length: 4 },
      { index: 1, offset: 0, length: 3 },
    ]);
  });

  test("send/T8 what is put back before the same place of another object stays its own", () => {
    const queue = queueOf(2);
    const [first] = [queue.take(0, 3)!, queue.take(0), queue.take(0, 3)];
    expect(queue.peek(0)).toEqual({ index: 1, offset: 3, length: 7 });
    queue.putBack(first);
    expect(queue.peek(0)).toEqual({ index: 0, offset: 0, length: 3 });
    const only = queueOf(1);
    only.putBack(only.take(0)!);
    expect(only.take(0)).toEqual(taskOf(0));
  });

  test("an object shows its own tasks alone", () => {
    const queue = queueOf(3);
    queue.update(queue.take(0)!, "UPLOADING", 0.5);
    queue.defer(queue.take(0)!, 100);
    expect([0, 1, 2].map((index) => queue.stateOf(index))).toEqual([
      { state: "UPLOADING", sent: 0.5, compressed: undefined },
      { state: "RETRY @ END", sent: 0, compressed: undefined },
      { state: "WAITING", sent: 0, compressed: undefined },
    ]);
  });

  test("how far an object is compressed counts the pieces that are being compressed", () => {
    const queue = queueOf(1);
    const [first, second, third] = [queue.take(0, 4)!, queue.take(0, 4)!, queue.take(0)!];
    queue.addCompressed(first, 1);
    expect(queue.stateOf(0).compressed).toBeUndefined();
    for (const each of [first, second]) queue.update(each, "COMPRESSING");
    queue.addCompressed(second, 3);
    queue.addCompressed(third, 2);
    expect(queue.stateOf(0)).toMatchObject({ state: "COMPRESSING", compressed: 0.5 });
    queue.addCompressed(second, 10);
    expect(queue.stateOf(0).compressed).toBe(1);
    queue.complete(third);
    expect(() => queue.addCompressed(third, 1)).not.toThrow();
  });

  test("send/T2 of what the server misses, the pieces that it has are not sent again", () => {
    const queue = queueOf(2);
    queue.complete(queue.take(0, 4)!);
    queue.requeueMissing({ names: ["o0", "o1"], landedPieces: { o1: [{ offset: 0, length: 6 }] } });
    expect([queue.take(0), queue.take(0)]).toEqual([
      { index: 0, offset: 0, length: 10 },
      { index: 1, offset: 6, length: 4 },
    ]);
  });

  test("send/T5 on pause all go back in the order of the plan, failed ones too", () => {
    const queue = queueOf(5);
    const [first, second, third] = [queue.take(0)!, queue.take(0)!, queue.take(0)!];
    queue.defer(first, 100);
    queue.fail(second);
    queue.update(third, "UPLOADING", 0.5);
    queue.requeue();
    const order = Array.from({ length: 5 }, () => queue.take(0)?.index);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  test("send/T8 what is put back is taken next, in its order and in one with what it was cut from", () => {
    const queue = queueOf(3);
    const [object] = queue.ranges.objects;
    const length = object!.sourceBytes;
    const [first, second] = [queue.take(0, 1)!, queue.take(0, 1)!];
    queue.putBack(second);
    queue.putBack(first);
    expect(queue.take(0)).toEqual({ index: 0, offset: 0, length });
    const other = queue.take(0)!;
    queue.putBack(other);
    expect([queue.take(0)?.index, queue.take(0)?.index]).toEqual([1, 2]);
    expect(queue.take(0)).toBeUndefined();
  });

  test("send/T8 what has failed meanwhile is not taken again", () => {
    const queue = queueOf(1);
    const [first, second] = [queue.take(0, 1)!, queue.take(0, 1)!];
    queue.fail(first);
    queue.putBack(second);
    expect(queue.isIdle).toBe(true);
  });

  test("send/T3 the first deferred task that is due is taken, and its time is known", () => {
    const queue = queueOf(3);
    const [first, second, third] = [queue.take(0)!, queue.take(0)!, queue.take(0)!];
    queue.defer(first, 900);
    queue.defer(second, 300);
    queue.defer(third, 600);
    expect(queue.nextDue()).toBe(300);
    expect(queue.peek(299)).toBeUndefined();
    expect(queue.peek(600)?.index).toBe(1);
    expect([queue.take(600)?.index, queue.take(600)?.index]).toEqual([1, 2]);
    expect(queue.nextDue()).toBe(900);
  });

  test("send/T3 the retries of a task are counted until it is requeued", () => {
    const queue = queueOf(2);
    expect(queue.defer(queue.take(0)!, 0)).toBe(true);
    expect(queue.refuse(queue.take(0)!, 0)).toBe("deferred");
    expect([queue.retries(taskOf(0)), queue.retries(taskOf(1))]).toEqual([1, 1]);
    queue.defer(queue.take(0)!, 0);
    expect(queue.retries(taskOf(0))).toBe(2);
    queue.requeue();
    expect([queue.retries(taskOf(0)), queue.retries(taskOf(1))]).toEqual([0, 0]);
  });

  test("send/T4 refusals before a completion or a pause count no longer", () => {
    const queue = queueOf(1);
    const refuseTwice = (): void => {
      expect(queue.refuse(queue.take(0)!, 0)).toBe("deferred");
      expect(queue.refuse(queue.take(0)!, 0)).toBe("deferred");
    };
    refuseTwice();
    queue.requeue();
    refuseTwice();
    queue.complete(queue.take(0)!);
    queue.requeueMissing(missed("o0"));
    refuseTwice();
    expect(queue.refuse(queue.take(0)!, 0)).toBe("failed");
  });

  test("send/T4 a task that no repetition helps is failed at once", () => {
    const queue = queueOf(1);
    const attempt = queue.take(0)!;
    expect(queue.fail(attempt)).toBe(true);
    expect(queue.fail(attempt)).toBe(false);
    expect(queue.stateOf(0)).toEqual({ state: "FAILED", sent: 0 });
    expect(queue.isIdle).toBe(true);
  });

  test("send/T5 failed tasks stay failed where the upload has ended, and are retried later", () => {
    const queue = queueOf(3);
    queue.fail(queue.take(0)!);
    const active = queue.take(0)!;
    queue.requeue("keep");
    expect([0, 1, 2].map((i) => queue.stateOf(i).state)).toEqual(["FAILED", "WAITING", "WAITING"]);
    expect(queue.update(active, "UPLOADING")).toBe(false);
    expect(queue.peek(0)?.index).toBe(1);
    queue.requeue();
    expect(queue.peek(0)?.index).toBe(0);
    expect(queue.stateOf(0).state).toBe("WAITING");
  });

  test("is idle only without pending, deferred and active tasks", () => {
    const queue = queueOf(1);
    expect(queue.isIdle).toBe(false);
    const attempt = queue.take(0)!;
    expect(queue.isIdle).toBe(false);
    queue.defer(attempt, 5);
    expect(queue.isIdle).toBe(false);
    queue.complete(queue.take(5)!);
    expect(queue.isIdle).toBe(true);
  });

  test("progress of a task stays between nothing and all of it", () => {
    const queue = queueOf(1);
    const attempt = queue.take(0)!;
    expect(queue.update(attempt, "UPLOADING", 1.5)).toBe(true);
    expect([...queue.active()]).toMatchObject([{ sent: 1, state: "UPLOADING" }]);
    queue.update(attempt, "UPLOADING", -1);
    expect(queue.stateOf(0)).toEqual({ state: "UPLOADING", sent: 0 });
    expect(queue.ranges.isLanded(0)).toBe(false);
  });

  test("send/T6 a result that comes after a pause is ignored", () => {
    const queue = queueOf(1);
    const late = queue.take(0)!;
    queue.requeue();
    expect(queue.complete(late)).toBe(false);
    expect(queue.update(late, "UPLOADING", 1)).toBe(false);
    const now = queue.take(0)!;
    expect(queue.refuse(late, 0)).toBeUndefined();
    expect(queue.defer(late, 0)).toBe(false);
    expect(queue.complete(now)).toBe(true);
    expect(queue.complete(now)).toBe(false);
  });

  test("send/T2 what the server misses is taken again, and nothing else", () => {
    const queue = queueOf(3);
    for (let i = 0; i < 3; i++) queue.complete(queue.take(0)!);
    queue.requeueMissing(missed("o1", "unknown"));
    expect(queue.take(0)?.index).toBe(1);
    expect(queue.take(0)).toBeUndefined();
  });

  test("send/T2 what the server misses comes in the order of the plan", () => {
    const queue = queueOf(3);
    queue.complete(queue.take(0)!);
    queue.requeueMissing(missed("o0"));
    expect(queue.peek(0)?.index).toBe(0);
  });

  test("send/T7 a task that is cut leaves its rest where it was, pending or deferred", () => {
    const queue = queueOf(2);
    const first = queue.take(0, 5)!;
    expect(first).toEqual({ index: 0, offset: 0, length: 5 });
    expect(queue.peek(0)).toEqual({ index: 0, offset: 5, length: 5 });
    const second = queue.take(0)!;
    queue.update(first, "UPLOADING", 0.4);
    queue.update(second, "COMPRESSING");
    expect(queue.stateOf(0)).toEqual({ state: "UPLOADING", sent: 0.2 });
    queue.complete(second);
    queue.defer(first, 100);
    expect(queue.stateOf(0)).toEqual({ state: "RETRY @ END", sent: 0.5 });
    queue.complete(queue.take(0)!);
    const cut = queue.take(100, 2)!;
    expect(cut).toEqual({ index: 0, offset: 0, length: 2 });
    expect(queue.nextDue()).toBe(100);
    queue.complete(cut);
    queue.complete(queue.take(100)!);
    expect(queue.isIdle).toBe(true);
    expect(queue.ranges.isLanded(0)).toBe(true);
  });

  test("send/T4 of an object that has failed nothing more is taken, and its other pieces may land", () => {
    const queue = queueOf(2);
    const [first, second] = [queue.take(0, 4)!, queue.take(0, 3)!];
    queue.fail(first);
    expect(queue.peek(0)?.index).toBe(1);
    expect(queue.complete(second)).toBe(true);
    expect(queue.stateOf(0)).toEqual({ state: "FAILED", sent: 0.3 });
    queue.requeue();
    expect(queue.take(0)).toEqual({ index: 0, offset: 0, length: 4 });
    expect(queue.take(0)).toEqual({ index: 0, offset: 7, length: 3 });
  });

  test("send/T5 on pause what landed of an object is kept", () => {
    const queue = queueOf(1);
    queue.complete(queue.take(0, 4)!);
    queue.take(0, 3);
    queue.requeue();
    expect(queue.take(0)).toEqual({ index: 0, offset: 4, length: 6 });
  });

  test("what is deferred becomes due at once where it is made due", () => {
    const queue = queueOf(1);
    queue.defer(queue.take(0)!, 9_000);
    queue.makeDue(10);
    expect(queue.take(10)?.index).toBe(0);
  });

  test("in any order of events no byte is lost, and each lands once", () => {
    const step = fc.record({
      pick: fc.nat(),
      act: fc.constantFrom("take", "take", "complete", "defer", "refuse", "requeue"),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { maxLength: 200 }),
        (count, steps) => {
          const queue = queueOf(count);
          const held: Attempt[] = [];
          const stale: Attempt[] = [];
          const landed = new Set<string>();
          const land = (attempt: Attempt): void => {
            for (let i = 0; i < attempt.length; i++) {
              const byte = `${attempt.index}:${attempt.offset + i}`;
              expect(landed.has(byte)).toBe(false);
              landed.add(byte);
            }
            queue.complete(attempt);
          };
          let now = 0;
          for (const { pick, act } of steps) {
            now += 10;
            if (act === "take") {
              const taken = queue.take(now, 1 + (pick % (queue.peek(now)?.length ?? 1)));
              if (taken !== undefined) held.push(taken);
            } else if (act === "requeue") {
              queue.requeue();
              stale.push(...held.splice(0));
            } else if (held.length > 0) {
              const [attempt] = held.splice(pick % held.length, 1);
              if (act === "complete") land(attempt!);
              else if (act === "defer") queue.defer(attempt!, now + (pick % 50));
              else queue.refuse(attempt!, now + (pick % 50));
            }
            for (const late of stale) expect(queue.complete(late)).toBe(false);
          }
          queue.requeue();
          for (let task = queue.take(now); task !== undefined; task = queue.take(now)) land(task);
          expect(landed.size).toBe(10 * count);
          expect(queue.isIdle).toBe(true);
        },
      ),
    );
  });
});
