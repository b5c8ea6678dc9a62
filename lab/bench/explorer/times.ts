type Task = () => Promise<void>;
/** Milliseconds of each run, sorted. */
type Times = Readonly<Record<string, readonly number[]>>;

const WARM_UP = 10;

async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** Does something once, and prints how long it took. */
export async function once<T>(what: string, task: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await task();
  console.log(`  ${what} ${((performance.now() - started) / 1000).toFixed(2)} s`);
  return result;
}

/** Runs tasks in turn, so often each. */
export async function alternately(
  tasks: Readonly<Record<string, Task>>,
  rounds: number,
): Promise<Times> {
  const times: Record<string, number[]> = {};
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const taken = await timed(task);
      if (round >= 0) (times[name] ??= []).push(taken);
    }
  for (const taken of Object.values(times)) taken.sort((a, b) => a - b);
  return times;
}

/** A percentile of sorted times. */
const at = (taken: readonly number[], part: number): number =>
  taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? Number.NaN;

/** Prints median and p99 of each task, and the ratio of its median to that of the first. */
export function printTimes(title: string, times: Times): void {
  const [first = []] = Object.values(times);
  console.log(
    `  ${title.padEnd(34)}${"median".padStart(12)}${"p99".padStart(12)}${"ratio".padStart(9)}`,
  );
  for (const [name, taken] of Object.entries(times)) {
    const median = at(taken, 0.5);
    const cells = [`${median.toFixed(2)} ms`, `${at(taken, 0.99).toFixed(2)} ms`];
    const ratio = (median / at(first, 0.5)).toFixed(2);
    console.log(
      `    ${name.padEnd(32)}${cells[0]!.padStart(12)}${cells[1]!.padStart(12)}${ratio.padStart(9)}`,
    );
  }
}
