import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TestDatabase } from "../../postgres/testing.ts";
import type { Queues } from "../queues.ts";

/** Queues under test, and how time passes for them. */
export interface QueuesSubject {
  readonly queues: Queues;
  /** Names of the queues whose handlers were reported as failed. */
  readonly failures: readonly string[];
  /** Lets jobs run; a handler that fails is none of its concern. */
  readonly pass: () => Promise<void>;
  /** Lets the next turn of periodic work come. */
  readonly turn: (name: string) => Promise<void>;
}

/** Lets jobs run until something is so. */
async function until(
  { pass }: Pick<QueuesSubject, "pass">,
  check: () => boolean | Promise<boolean>,
  ms = 20_000,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await check())) {
    if (performance.now() > end) throw new Error("it never came true");
    void pass();
    await sleep(20);
  }
}

/** Until a job has run that was sent now: what was sent before it had its turn. */
async function settle(subject: QueuesSubject): Promise<void> {
  const { queues } = subject;
  const queue = `after-${randomUUID()}`;
  let isRun = false;
  await queues.work(queue, { concurrency: 1 }, async () => void (isRun = true));
  await queues.send(queue, {});
  await until(subject, () => isRun);
}

/** What every implementation of queues promises; each test has queues of its own. */
export function queuesSuite(
  name: string,
  database: () => TestDatabase,
  openSubject: () => Promise<QueuesSubject>,
): void {
  const open = async (): Promise<QueuesSubject> => {
    const subject = await openSubject();
    onTestFinished(() => subject.queues.stop());
    return subject;
  };
  describe(name, () => {
    sentJobs(open, database);
    failingJobs(open);
    reportedProgress(open);
    cancelledJobs(open);
    stoppedJobs(open);
  });
}

function sentJobs(open: () => Promise<QueuesSubject>, database: () => TestDatabase): void {
  test("a job runs with its data, and is done then", async () => {
    const subject = await open();
    const { queues } = subject;
    const seen: unknown[] = [];
    const id = await queues.send("sent", { file: "one" });
    expect(await queues.read("sent", id!)).toEqual({ status: "waiting", progress: null });
    await queues.work<{ file: string }>("sent", { concurrency: 1 }, async (job) => {
      seen.push([job.id, job.data]);
    });
    await until(subject, async () => (await queues.read("sent", id!))?.status === "done");
    expect(seen).toEqual([[id, { file: "one" }]]);
  });

  test("of one key one job waits or runs; jobs without a key do not hinder each other", async () => {
    const subject = await open();
    const { queues } = subject;
    const sent: boolean[] = [];
    for (const key of ["a", "a", "b", undefined, undefined]) {
      const options = key === undefined ? {} : { key };
      const id = await queues.send("keyed", { key: key ?? "none" }, options);
      sent.push(id !== undefined);
    }
    expect(sent).toEqual([true, false, true, true, true]);
    const seen: string[] = [];
    await queues.work<{ key: string }>("keyed", { concurrency: 1 }, async ({ data }) => {
      if (data.key === "a")
        sent.push((await queues.send("keyed", data, { key: "a" })) !== undefined);
      seen.push(data.key);
    });
    await until(subject, () => seen.length === 4);
    expect(seen.toSorted()).toEqual(["a", "b", "none", "none"]);
    expect(sent.at(-1)).toBe(false);
    let again: string | undefined;
    await until(subject, async () => {
      again = await queues.send("keyed", { key: "c" }, { key: "a" });
      return again !== undefined;
    });
    await until(subject, () => seen.at(-1) === "c");
  });

  test("a job sent within a transaction exists only if that commits", async () => {
    const subject = await open();
    const { queues } = subject;
    const { db } = database();
    const seen: string[] = [];
    await queues.work<{ name: string }>("transacted", { concurrency: 1 }, async ({ data }) => {
      seen.push(data.name);
    });
    const rolledBack = db.transaction().execute(async (within) => {
      await queues.send("transacted", { name: "rolled back" }, { within, key: "one" });
      throw new Error("changed its mind");
    });
    await expect(rolledBack).rejects.toThrow("changed its mind");
    await db.transaction().execute(async (within) => {
      await queues.send("transacted", { name: "committed" }, { within, key: "one" });
      await settle(subject);
      expect(seen).toEqual([]);
    });
    await until(subject, () => seen.length > 0);
    await settle(subject);
    expect(seen).toEqual(["committed"]);
  });

  test("periodic work runs by turns", async () => {
    const subject = await open();
    let turns = 0;
    await subject.queues.every("suite", 1, async () => {
      turns += 1;
    });
    await subject.turn("suite");
    await until(subject, () => turns >= 1);
    await subject.turn("suite");
    await until(subject, () => turns >= 2);
  });
}

function failingJobs(open: () => Promise<QueuesSubject>): void {
  test("a handler that fails is tried again, and the failure is reported", async () => {
    const subject = await open();
    const { queues, failures } = subject;
    let turns = 0;
    await queues.work("failing", { concurrency: 1 }, async () => {
      turns += 1;
      if (turns === 1) throw new Error("the store is away");
    });
    const id = await queues.send("failing", {});
    await until(subject, async () => (await queues.read("failing", id!))?.status === "done");
    expect(turns).toBe(2);
    expect(failures).toEqual(["failing"]);
  });
}

function reportedProgress(open: () => Promise<QueuesSubject>): void {
  test("what a running job reports is read by its id, until it has ended", async () => {
    const subject = await open();
    const { queues } = subject;
    const [reported, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await queues.work("measured", { concurrency: 1 }, async ({ report }) => {
      await report({ done: 0, total: 3 });
      await report({ done: 2, total: 3 });
      reported.resolve();
      await go.promise;
    });
    const id = (await queues.send("measured", {}))!;
    let running = false;
    void reported.promise.then(() => (running = true));
    await until(subject, () => running);
    expect(await queues.read("measured", id)).toEqual({
      status: "running",
      progress: { done: 2, total: 3 },
    });
    go.resolve();
    await until(subject, async () => (await queues.read("measured", id))?.status === "done");
    expect(await queues.read("measured", id)).toEqual({ status: "done", progress: null });
  });

  test("of a job that is unknown, or of another queue, nothing is read", async () => {
    const { queues } = await open();
    const id = (await queues.send("known", {}))!;
    expect(await queues.read("known", crypto.randomUUID())).toBeUndefined();
    expect(await queues.read("unknown", id)).toBeUndefined();
  });
}

function cancelledJobs(open: () => Promise<QueuesSubject>): void {
  test("a job that is cancelled while it waits never runs, and its key is free", async () => {
    const subject = await open();
    const { queues } = subject;
    const id = (await queues.send("unwanted", { turn: 1 }, { key: "one" }))!;
    await queues.cancel("unwanted", id);
    await queues.cancel("unwanted", crypto.randomUUID());
    expect((await queues.read("unwanted", id))?.status).toBe("cancelled");
    expect(await queues.send("unwanted", { turn: 2 }, { key: "one" })).toBeDefined();
    const seen: number[] = [];
    await queues.work<{ turn: number }>("unwanted", { concurrency: 1 }, async ({ data }) => {
      seen.push(data.turn);
    });
    await until(subject, () => seen.length > 0);
    expect(seen).toEqual([2]);
  });

  test("a running job's signal aborts when it is cancelled; it has not failed, and ends", async () => {
    const subject = await open();
    const { queues, failures } = subject;
    let [started, ended] = [0, 0];
    await queues.work("cancelled", { concurrency: 1 }, async ({ signal, report }) => {
      started += 1;
      await report({ done: 1, total: 2 });
      if (!signal.aborted) await once(signal, "abort");
      ended += 1;
      throw signal.reason;
    });
    const id = (await queues.send("cancelled", {}))!;
    await until(subject, () => started === 1);
    await queues.cancel("cancelled", id);
    expect(await queues.read("cancelled", id)).toEqual({ status: "cancelled", progress: null });
    await until(subject, () => ended === 1);
    await settle(subject);
    expect([started, failures]).toEqual([1, []]);
    expect((await queues.read("cancelled", id))?.status).toBe("cancelled");
  });
}

function stoppedJobs(open: () => Promise<QueuesSubject>): void {
  test("stopping aborts a running handler", async () => {
    const subject = await open();
    let [started, aborted] = [false, false];
    await subject.queues.work("stopped", { concurrency: 1 }, async ({ signal }) => {
      started = true;
      if (!signal.aborted) await once(signal, "abort");
      aborted = true;
      throw signal.reason;
    });
    await subject.queues.send("stopped", {});
    await until(subject, () => started);
    await subject.queues.stop();
    await until({ pass: async () => {} }, () => aborted);
  });
}
