// A process of its own, so that what asking takes is not measured as the server's answering.
import { setTimeout as sleep } from "node:timers/promises";
import { openCaller } from "../api/http-load.ts";
import { type Habit, habitsOf } from "./habits.ts";

/** What `bench-capacity.ts` hands over in `BENCH_PEOPLE`. */
export interface PeopleTask {
  readonly origin: string;
  readonly token: string;
  readonly seconds: number;
  /** Each by a number, which says what they do. */
  readonly people: readonly number[];
  /** What those look into who explore. */
  readonly bucket: string;
}

/** How often a call of a kind took so many ms, by kind and ms; the last line that is printed. */
export type Taken = Readonly<Record<string, Readonly<Record<number, number>>>>;

const task = JSON.parse(process.env["BENCH_PEOPLE"] ?? "") as PeopleTask;
const { call, close } = openCaller(task, 64);
const taken: Record<string, Record<number, number>> = {};
const until = performance.now() + task.seconds * 1_000;

async function live({ kind, everyMs, paths, isPoll }: Habit, person: number): Promise<void> {
  const counts = (taken[kind] ??= {});
  const start = (person * 7_919) % everyMs;
  await sleep(Math.min(start, Math.max(0, until - performance.now())));
  let tag: string | undefined;
  for (let turn = 0; performance.now() < until; turn++) {
    const path = paths[isPoll ? person % paths.length : (person + turn * 31) % paths.length]!;
    const begun = performance.now();
    const reply = await call(path, isPoll ? tag : undefined);
    const ms = Math.round(performance.now() - begun);
    if (reply.status !== 200 && reply.status !== 304)
      throw new Error(`${path} was answered ${reply.status}`);
    counts[ms] = (counts[ms] ?? 0) + 1;
    tag = reply.tag;
    await sleep(Math.min(everyMs, Math.max(0, until - performance.now())));
  }
}

await Promise.all(
  task.people.flatMap((person) => habitsOf(person, task.bucket).map((each) => live(each, person))),
);
close();
console.log(JSON.stringify(taken));
