import { readFile, rename, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { FileFault } from "../program.ts";

/**
 * Writes a value as JSON, an element or member on each line, so that a person can read and compare
 * it; the file gets its name when it is whole.
 */
export async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(`${path}.partial`, `${linesOf(value)}\n`);
  await rename(`${path}.partial`, path);
}

function linesOf(value: object): string {
  if (Array.isArray(value)) return `[${indented(value.map((each) => JSON.stringify(each)))}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : `${JSON.stringify(name)}: ${JSON.stringify(member)}`,
  );
  return `{${indented(members)}}`;
}

const indented = (lines: readonly string[]): string =>
  lines.length === 0 ? "" : `\n  ${lines.join(",\n  ")}\n`;

/** Reads a JSON file of a shape; another shape, or none, is a {@link FileFault}. */
export async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readFile(path, "utf8");
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new FileFault(basename(path), `is not as expected: ${parsed.error.issues[0]?.message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
