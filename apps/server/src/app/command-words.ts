import { readFile } from "node:fs/promises";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { isIdentity, isRecipient } from "../platform/age/age-file.ts";
import { StartProblem } from "./start-problem.ts";

/** A command's words in order, and its options; undefined where it does not know one of them. */
export function readWords<T extends ParseArgsOptionsConfig>(words: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function lines(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new StartProblem(`The file ${path} cannot be read.`, { cause: error });
  });
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** The recipients of a backup: those that are named, and those in a file, one a line. */
export async function readRecipients(
  named: readonly string[],
  file: string | undefined,
): Promise<string[]> {
  const all = [...named, ...(file === undefined ? [] : await lines(file))];
  for (const recipient of all)
    if (!isRecipient(recipient))
      throw new StartProblem(
        `${recipient} is no recipient of age: it begins with age1 (\`age-keygen -y FILE\` prints it).`,
      );
  return [...new Set(all)].toSorted();
}

/** The identities in a file of `age-keygen`; undefined without a file. */
export async function readIdentitiesOf(file: string | undefined): Promise<string[] | undefined> {
  if (file === undefined) return undefined;
  const all = await lines(file);
  // No line is named: it may be a key with a slip.
  if (all.length === 0 || !all.every(isIdentity))
    throw new StartProblem(`${file} holds no identity of age: a line AGE-SECRET-KEY-1….`);
  return all;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB", "PB"];

/** Bytes as people read them, in units of a thousand. */
export function bytesInWords(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= 1_000 && unit < UNITS.length - 1; unit++) value /= 1_000;
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`;
}

const MOST_PRINTED = 100;

/** Prints faults as they are found, up to a bound; counts them all. */
export function printingFaults(print: (line: string) => void) {
  let count = 0;
  const fault = (words: string): void => {
    count += 1;
    if (count <= MOST_PRINTED) print(words);
    else if (count === MOST_PRINTED + 1) print("… and more, which are counted only");
  };
  return { fault, count: () => count };
}
