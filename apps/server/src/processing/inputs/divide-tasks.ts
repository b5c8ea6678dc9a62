import type { RunTask, StageFile, taskListSchema } from "@swath/contract/processing";
import type { z } from "zod";
import type { InputFile, InputFiles } from "./input-file.ts";

export type TaskList = z.output<typeof taskListSchema>;

const GB = 1e9;
const MINUTE = 60;
const NAME_LENGTH = 100;

type Division = Pick<RunTask, "name" | "inputs" | "input">;

/** Bytes that are read of a file. */
const bytesOf = ({ size, parts }: InputFile): number =>
  parts === undefined ? size : parts.reduce((sum, [start, end]) => sum + end - start, 0);

const sizeOf = (inputs: InputFiles): number =>
  Object.values(inputs)
    .flat()
    .reduce((bytes, file) => bytes + bytesOf(file), 0);

/** Names that differ, each from its path's last part. */
function namesOf(files: readonly InputFile[]): string[] {
  const taken = new Set<string>();
  return files.map(({ path }) => {
    const base = (path.split("/").at(-1) ?? path).slice(0, NAME_LENGTH - 8);
    let name = base;
    for (let n = 2; taken.has(name); n += 1) name = `${base}-${n}`;
    taken.add(name);
    return name;
  });
}

/** A task for each file of the first of some inputs that has files. */
function eachFile(inputs: InputFiles, candidates: readonly string[]): Division[] {
  const of = candidates.find((name) => (inputs[name] ?? []).length > 0);
  if (of === undefined) return [];
  const files = inputs[of]!;
  const names = namesOf(files);
  const others = Object.fromEntries(candidates.map((name) => [name, []]));
  return files.map((file, index) => ({
    name: names[index]!,
    inputs: { ...(inputs as RunTask["inputs"]), ...others, [of]: [file] },
    input: { of, path: file.path },
  }));
}

/** An entry of a list, which may be the input `of`, narrows those inputs that the list names files of. */
function eachEntry(inputs: InputFiles, of: string | undefined, list: TaskList): Division[] {
  const listed = new Set(list.flatMap(({ files }) => files));
  const narrowed = Object.entries(inputs).filter(
    ([name, files]) => name !== of && files.some(({ path }) => listed.has(path)),
  );
  const byPath = narrowed.map(
    ([name, files]) => [name, new Map(files.map((file) => [file.path, file]))] as const,
  );
  return list.map(({ name, files, parts }) => {
    const own = byPath.map(([input, known]) => [
      input,
      files.flatMap((path) => {
        const file = known.get(path);
        const needed = parts?.[path];
        return file === undefined ? [] : needed === undefined ? file : { ...file, parts: needed };
      }),
    ]);
    return { name, inputs: { ...inputs, ...Object.fromEntries(own) }, input: null };
  });
}

function divide(tasks: StageFile["tasks"], inputs: InputFiles, list: TaskList): Division[] {
  if (tasks === "once") return [{ name: "all", inputs: inputs as RunTask["inputs"], input: null }];
  if (tasks === "divided") return eachEntry(inputs, undefined, list);
  return "each" in tasks
    ? eachFile(inputs, [tasks.each].flat())
    : eachEntry(inputs, tasks.listed, list);
}

const NAMED = /\{input\.([a-z][A-Za-z0-9]{0,31})\}/g;

/** The inputs that the words of a call name. */
export function namedInputs(words: readonly string[], inputs: InputFiles): InputFiles {
  const names = new Set([...words.join("\0").matchAll(NAMED)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.has(name)));
}

/** The time limit of a task that reads these files, s. */
function taskSeconds({ minutes, minutesPerGB }: StageFile["resources"], bytes: number) {
  return Math.ceil((minutes + (minutesPerGB * bytes) / GB) * MINUTE);
}

/** A call that runs once on the inputs that its words name, under its name. */
export function onlyTask(
  name: string,
  words: readonly string[],
  { resources }: Pick<StageFile, "resources">,
  inputs: InputFiles,
): RunTask {
  const own = namedInputs(words, inputs) as RunTask["inputs"];
  return { task: 0, name, inputs: own, input: null, seconds: taskSeconds(resources, sizeOf(own)) };
}

/** The tasks of a run: one, one for each file of an input, or one for each entry of a list. */
export function divideTasks(
  { tasks, resources }: Pick<StageFile, "tasks" | "resources">,
  inputs: InputFiles,
  list: TaskList = [],
): RunTask[] {
  return divide(tasks, inputs, list).map(({ name, inputs: own, input }, task) => ({
    task,
    name,
    seconds: taskSeconds(resources, sizeOf(own)),
    inputs: own,
    input,
  }));
}
