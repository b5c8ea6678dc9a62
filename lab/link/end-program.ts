import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export type Program = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a program at one end of a link, by the path of its file; its order is its first line. */
export function startAt(end: readonly string[], program: string, order: object): Program {
  const [command = "", ...words] = end;
  const started = spawn(
    command,
    [...words, process.execPath, program],
    // As one group: its browser, or its server, ends with it.
    { stdio: ["pipe", "pipe", "inherit"], detached: true },
  );
  started.stdin.write(`${JSON.stringify(order)}\n`);
  return started;
}

/** What it prints, a line each. */
export async function* wordsOf(program: Program): AsyncGenerator {
  for await (const line of createInterface({ input: program.stdout })) yield JSON.parse(line);
}

/** In such a program: its order, and what settles when it is to end. */
export async function readOrder<T>(): Promise<{
  readonly order: T;
  readonly ends: Promise<unknown>;
}> {
  const lines = createInterface({ input: process.stdin });
  const ends = once(lines, "close");
  const [line] = (await once(lines, "line")) as [string];
  return { order: JSON.parse(line) as T, ends };
}
