import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TestDatabase } from "../../postgres/testing.ts";
import type { Jobs } from "../jobs.ts";

/** Jobs under test, and how time passes for them. */
export interface JobsSubject {
  readonly jobs: Jobs;
  /** Queues of the handlers that were reported to have failed. */
  readonly failures: readonly string[];
  /** Lets jobs run; a handler that fails is none of its concern. */
  readonly pass: () => Promise<void>;
  /** Lets the next turn of periodic work come. */
  readonly turn: (name: string) => Promise<void>;
}

/** Lets jobs run until something is so. */
async function until(
  { pass }: Pick<JobsSubject, "pass">,
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
async function settle(subject: JobsSubject): Promise<void> {
  const { jobs } = subject;
  const queue = `after-${randomUUID()}`;
  let isRun = false;
  await jobs.work(queue, { concurrency: 1 }, async () => void (isRun = true));
  await jobs.send(queue, {});
  await until(subject, () => isRun);
}

/** What every implementation of jobs promises; each test has queues of its own. */
export function jobsSuite(
  name: string,
  database: () => TestDatabase,
  openSubject: () => Promise<JobsSubject>,
): void {
  const open = async (): Promise<JobsSubject> => {
    const subject = await openSubject();
    onTestFinished(() => subject.jobs.stop());
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

function sentJobs(open: () => Promise<JobsSubject>, database: () => TestDatabase): void {
  test("a job runs with its data, and is done then", async () => {
    const subject = await open();
    const { jobs } = subject;
    const seen: unknown[] = [];
    const id = await jobs.send("sent", { file: "one" });
    expect(await jobs.read("sent", id!)).toEqual({ status: "waiting", progress: null });
    await jobs.work<{ file: string }>("sent", { concurrency: 1 }, async (job) => {
      seen.push([job.id, job.data]);
    });
    await until(subject, async () => (await jobs.read("sent", id!))?.status === "done");
    expect(seen).toEqual([[id, { file: "one" }]]);
  });

  test("of one key one job waits or runs; jobs without a key do not hinder each other", async () => {
    const subject = await open();
    const { jobs } = subject;
    const sent: boolean[] = [];
    for (const key of ["a", "a", "b", undefined, undefined]) {
      const options = key === undefined ? {} : { key };
      const id = await jobs.send("keyed", { key: key ?? "none" }, options);
      sent.push(id !== undefined);
    }
    expect(sent).toEqual([true, false, true, true, true]);
    const seen: string[] = [];
    await jobs.work<{ key: string }>("keyed", { concurrency: 1 }, async ({ data }) => {
      if (data.key === "a") sent.push((await jobs.send("keyed", data, { key: "a" })) !== undefined);
      seen.push(data.key);
    });
    await until(subject, () => seen.length === 4);
    expect(seen.toSorted()).toEqual(["a", "b", "none", "none"]);
    expect(sent.at(-1)).toBe(false);
    let again: string | undefined;
    await until(subject, async () => {
      again = await jobs.send("keyed", { key: "c" }, { key: "a" });
      return again !== undefined;
    });
    await until(subject, () => seen.at(-1) === "c");
  });

  test("a job sent within a transaction exists only if that commits", async () => {
    const subject = await open();
    const { jobs } = subject;
    const { db } = database();
    const seen: string[] = [];
    await jobs.work<{ name: string }>("transacted", { concurrency: 1 }, async ({ data }) => {
      seen.push(data.name);
    });
    const rolledBack = db.transaction().execute(async (within) => {
      await jobs.send("transacted", { name: "rolled back" }, { within, key: "one" });
      throw new Error("changed its mind");
    });
    await expect(rolledBack).rejects.toThrow("changed its mind");
    await db.transaction().execute(async (within) => {
      await jobs.send("transacted", { name: "committed" }, { within, key: "one" });
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
    await subject.jobs.every("suite", 1, async () => {
      turns += 1;
    });
    await subject.turn("suite");
    await until(subject, () => turns >= 1);
    await subject.turn("suite");
    await until(subject, () => turns >= 2);
  });
}

function failingJobs(open: () => Promise<JobsSubject>): void {
  test("a handler that fails is tried again, and the failure is reported", async () => {
    const subject = await open();
    const { jobs, failures } = subject;
    let turns = 0;
    await jobs.work("failing", { concurrency: 1 }, async () => {
      turns += 1;
      if (turns === 1) throw new Error("the store is away");
    });
    const id = await jobs.send("failing", {});
    await until(subject, async () => (await jobs.read("failing", id!))?.status === "done");
    expect(turns).toBe(2);
    expect(failures).toEqual(["failing"]);
  });
}

function reportedProgress(open: () => Promise<JobsSubject>): void {
  test("what a running job reports is read by its id, until it has ended", async () => {
    const subject = await open();
    const { jobs } = subject;
    const [reported, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await jobs.work("measured", { concurrency: 1 }, async ({ report }) => {
      await report({ done: 0, total: 3 });
      await report({ done: 2, total: 3 });
      reported.resolve();
      await go.promise;
    });
    const id = (await jobs.send("measured", {}))!;
    let running = false;
    void reported.promise.then(() => (running = true));
    await until(subject, () => running);
    expect(await jobs.read("measured", id)).toEqual({
      status: "running",
      progress: { done: 2, total: 3 },
    });
    go.resolve();
    await until(subject, async () => (await jobs.read("measured", id))?.status === "done");
    expect(await jobs.read("measured", id)).toEqual({ status: "done", progress: null });
  });

  test("of a job that is unknown, or of another queue, nothing is read", async () => {
    const { jobs } = await open();
    const id = (await jobs.send("known", {}))!;
    expect(await jobs.read("known", crypto.randomUUID())).toBeUndefined();
    expect(await jobs.read("unknown", id)).toBeUndefined();
  });
}

function cancelledJobs(open: () => Promise<JobsSubject>): void {
  test("a job that is cancelled while it waits never runs, and its key is free", async () => {
    const subject = await open();
    const { jobs } = subject;
    const id = (await jobs.send("unwanted", { turn: 1 }, { key: "one" }))!;
    await jobs.cancel("unwanted", id);
    await jobs.cancel("unwanted", crypto.randomUUID());
    expect((await jobs.read("unwanted", id))?.status).toBe("cancelled");
    expect(await jobs.send("unwanted", { turn: 2 }, { key: "one" })).toBeDefined();
    const seen: number[] = [];
    await jobs.work<{ turn: number }>("unwanted", { concurrency: 1 }, async ({ data }) => {
      seen.push(data.turn);
    });
    await until(subject, () => seen.length > 0);
    expect(seen).toEqual([2]);
  });

  test("a running job's signal aborts when it is cancelled; it has not failed, and ends", async () => {
    const subject = await open();
    const { jobs, failures } = subject;
    let [started, ended] = [0, 0];
    await jobs.work("cancelled", { concurrency: 1 }, async ({ signal, report }) => {
      started += 1;
      await report({ done: 1, total: 2 });
      if (!signal.aborted) await once(signal, "abort");
      ended += 1;
      throw signal.reason;
    });
    const id = (await jobs.send("cancelled", {}))!;
    await until(subject, () => started === 1);
    await jobs.cancel("cancelled", id);
    expect(await jobs.read("cancelled", id)).toEqual({ status: "cancelled", progress: null });
    await until(subject, () => ended === 1);
    await settle(subject);
    expect([started, failures]).toEqual([1, []]);
    expect((await jobs.read("cancelled", id))?.status).toBe("cancelled");
  });
}

function stoppedJobs(open: () => Promise<JobsSubject>): void {
  test("stopping aborts a running handler", async () => {
    const subject = await open();
    let [started, aborted] = [false, false];
    await subject.jobs.work("stopped", { concurrency: 1 }, async ({ signal }) => {
      started = true;
      if (!signal.aborted) await once(signal, "abort");
      aborted = true;
      throw signal.reason;
    });
    await subject.jobs.send("stopped", {});
    await until(subject, () => started);
    await subject.jobs.stop();
    await until({ pass: async () => {} }, () => aborted);
  });
}
