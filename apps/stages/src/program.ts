import { parseArgs } from "node:util";
import type { z } from "zod";

/** A program's messages to the runner (docs/stages.md). */
export interface ProgramOutput {
  /** Share of the work that is done, 0 to 1: a line `progress 0.42` on stdout for each percent. */
  progress(share: number): void;
  /** A remark that is no fault: a line `NOTE <words>` on stdout, which the log shows. */
  note(words: string): void;
  /** A fault of a file: a line `ERROR <file>: <message>` on stderr, once; the program exits 1. */
  error(file: string, message: string): void;
  /** No program of ours reads this recording: the same line, and exit code 3. */
  unsupported(file: string, message: string): void;
}

/** A program of the pipeline, started with its options as an object of texts. */
export type Program = (options: Record<string, string>, output: ProgramOutput) => Promise<void>;

/** What {@link runProgram} needs of the process that it runs in. */
export interface ProgramStreams {
  out(line: string): void;
  err(line: string): void;
}

/** Makes a program of a function and the shape of its options (all are texts on the command line). */
export function program<Options>(
  schema: z.ZodType<Options>,
  run: (options: Options, output: ProgramOutput) => Promise<void>,
): Program {
  return async (texts, output) => {
    const options = schema.safeParse(texts);
    if (options.success) return await run(options.data, output);
    for (const { path, message } of options.error.issues)
      output.error(`--${path.join(".")}`, message);
  };
}

/** The file that fails a program as a whole, with the reason in plain words. */
export class FileFault extends Error {
  readonly file: string;

  constructor(file: string, message: string) {
    super(message);
    this.file = file;
  }
}

/** Does a part of the work; a fault of a file is reported, and the other parts go on. */
export async function reportingFaults(
  output: ProgramOutput,
  work: () => Promise<void>,
  path?: string,
): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof FileFault)) throw fault;
    output.error(path ?? fault.file, fault.message);
  }
}

const FAILED = 1;
const UNSUPPORTED = 3;

/** Runs `NAME --option value …` of a table of programs; answers the exit code: 0, 1 or 3. */
export async function runProgram(
  programs: ReadonlyMap<string, Program>,
  [name = "", ...words]: readonly string[],
  streams: ProgramStreams,
): Promise<number> {
  let exitCode = 0;
  const { output, raise } = outputOf(streams, (code) => (exitCode = Math.max(exitCode, code)));
  const chosen = programs.get(name);
  const options = optionsOf(words);
  if (chosen === undefined) output.error(name, "is no program");
  else if (options === undefined) output.error(name, "takes options as --name value");
  else await chosen(options, output).catch(raise);
  return exitCode;
}

function outputOf(streams: ProgramStreams, exitWith: (code: number) => void) {
  let percent = -1;
  const written = new Set<string>();
  const line = (code: number) => (file: string, message: string) => {
    exitWith(code);
    const text = `ERROR ${oneLine(file)}: ${oneLine(message)}`;
    if (written.has(text)) return;
    written.add(text);
    streams.err(text);
  };
  const output: ProgramOutput = {
    progress(share) {
      if (Math.floor(share * 100) <= percent) return;
      percent = Math.floor(share * 100);
      streams.out(`progress ${Math.min(1, share).toFixed(2)}`);
    },
    note(words) {
      streams.out(`NOTE ${oneLine(words)}`);
    },
    error: line(FAILED),
    unsupported: line(UNSUPPORTED),
  };
  const raise = (fault: unknown): void => {
    if (fault instanceof FileFault) return output.error(fault.file, fault.message);
    exitWith(FAILED);
    streams.err(fault instanceof Error ? String(fault.stack) : String(fault));
  };
  return { output, raise };
}

function optionsOf(words: readonly string[]): Record<string, string> | undefined {
  const { tokens, positionals } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      words
        .filter((word) => word.startsWith("--"))
        .map((word) => [word.slice(2).split("=")[0] ?? "", { type: "string" as const }]),
    ),
  });
  if (positionals.length > 0) return undefined;
  const options: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind !== "option" || token.value === undefined) return undefined;
    options[token.name] = token.value;
  }
  return options;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 2_000);
