import { readFile } from "node:fs/promises";
import { stageFileSchema } from "@swath/contract/processing";
import { runWords } from "./call-program.ts";

/** Runs a stage's command as its file has it, in this process; `values` by placeholder. */
export async function runStageFile(
  stage: string,
  values: Readonly<Record<string, string>>,
): ReturnType<typeof runWords> {
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
  return await runWords(words);
}
