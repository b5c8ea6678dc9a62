import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runProgram } from "../program.ts";
import { PROGRAMS } from "../programs/index.ts";

/** A folder for one test, removed at its end. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the words of a command line in this process: a program's name and its options. */
export async function runWords(words: readonly string[]) {
  const errors: string[] = [];
  const streams = { out: () => {}, err: (line: string) => errors.push(line) };
  return { code: await runProgram(PROGRAMS, words, streams), errors };
}

/** Runs a program of the pipeline with options by name. */
export async function callProgram(
  name: string,
  options: Readonly<Record<string, string | number>>,
) {
  const words = Object.entries(options).flatMap(([option, value]) => [`--${option}`, `${value}`]);
  return await runWords([name, ...words]);
}

/** The measures that a program wrote, by name. */
export function measuresOf(folder: string): Record<string, number | null> {
  const measures = JSON.parse(readFileSync(join(folder, "measures.json"), "utf8")) as {
    name: string;
    value: number | null;
  }[];
  return Object.fromEntries(measures.map(({ name, value }) => [name, value]));
}
