import { readFile } from "node:fs/promises";
import { stageFileSchema } from "@swath/contract/processing";
import { runProgram } from "../program.ts";
import { PROGRAMS } from "../programs/index.ts";

/** Runs a stage's command as its file has it, in this process; `values` by placeholder. */
export async function runStageFile(
  stage: string,
  values: Readonly<Record<string, string>>,
): Promise<{ code: number; errors: string[] }> {
  const path = new URL(`../../templates/${stage}.stage.json`, import.meta.url);
  const { command, params } = stageFileSchema.parse(JSON.parse(await readFile(path, "utf8")));
  const defaults = Object.entries(params).map(([name, { default: value }]) => [
    `param.${name}`,
    String(value),
  ]);
  const known: Record<string, string> = { ...Object.fromEntries(defaults), ...values };
  const words = command
    .slice(2)
    .map((word) => word.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => known[name] ?? ""));
  const errors: string[] = [];
  const code = await runProgram(PROGRAMS, words, {
    out: () => undefined,
    err: (line) => errors.push(line),
  });
  return { code, errors };
}
