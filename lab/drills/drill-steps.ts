import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Installation } from "./installation.ts";

/** What a drill found: what it saw in few words, and whether that is as it should be. */
export interface Finding {
  readonly saw: string;
  readonly isRight: boolean;
}

/** What a drill has to work with. */
export interface Ground {
  /** A folder of its own; on it, below `data`, a stopped data folder: a copy of what a first start left. */
  readonly place: string;
  readonly original: Installation;
  /** How many records it has. */
  readonly records: number;
  /** The stopped data folder of another installation. */
  readonly another: string;
  /** An ordinary user of the machine; undefined where the drills are not run by root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

export interface Drill {
  readonly name: string;
  readonly needsRoot?: boolean;
  run(ground: Ground): Promise<Finding>;
}

export const copy = (from: string, to: string): string => {
  spawnSync("cp", ["-a", from, to]);
  return to;
};
export const firstLine = (text: string): string =>
  text.trim().split("\n").at(-1)?.slice(0, 110) ?? "";

/** Starts what must not start, and says in which words it was refused; it is stopped again. */
export async function refusal(installation: Installation, words: RegExp): Promise<Finding> {
  const output = await installation.start();
  await installation.stop();
  if (output === undefined) return { saw: "it started", isRight: false };
  const [said] = words.exec(output) ?? [];
  const isPlain = said !== undefined && !output.includes("    at ");
  return { saw: `refused: ${said ?? firstLine(output)}`, isRight: isPlain };
}

/** What an original that goes on has lost by what is done to its copy. */
export async function whileItRuns(
  original: Installation,
  act: () => Promise<Finding>,
): Promise<Finding> {
  const before = { postgres: original.postgres, records: await original.records() };
  const { saw, isRight } = await act();
  const faults: string[] = [];
  if (before.postgres === 0 || original.postgres !== before.postgres)
    faults.push("the original's PostgreSQL was ended");
  else if ((await original.records()) !== before.records)
    faults.push("records of the original were changed");
  return { saw: [saw, ...faults].join("; "), isRight: isRight && faults.length === 0 };
}

/** As {@link whileItRuns} for one that is stopped, and starts again after. */
export async function whileItIsStopped(
  original: Installation,
  act: () => Promise<Finding>,
): Promise<Finding> {
  const before = original.files;
  const { saw, isRight } = await act();
  if (original.files !== before)
    return { saw: `${saw}; files of the original were changed`, isRight: false };
  const output = await original.start();
  await original.stop();
  if (output !== undefined)
    return { saw: `${saw}; the original starts no more: ${firstLine(output)}`, isRight: false };
  return { saw, isRight };
}

/** A copy starts with a database of its own, and what is changed there is there alone. */
export async function livesAlone(other: Installation): Promise<Finding> {
  const output = await other.start();
  try {
    if (output !== undefined)
      return { saw: `it does not start: ${firstLine(output)}`, isRight: false };
    const before = await other.records();
    const fault = await other.change();
    if (fault !== "") return { saw: firstLine(fault), isRight: false };
    const added = (await other.records()) - before;
    const isOwn = other.cluster === join(other.data, "postgres");
    return {
      saw: isOwn
        ? `a database of its own, ${added} record added`
        : "it uses the original's database",
      isRight: isOwn && added === 1,
    };
  } finally {
    await other.stop();
  }
}

export async function starts(installation: Installation, records: number): Promise<Finding> {
  const output = await installation.start();
  try {
    if (output !== undefined)
      return { saw: `it does not start: ${firstLine(output)}`, isRight: false };
    const found = await installation.records();
    return { saw: `it starts with ${found} of ${records} records`, isRight: found === records };
  } finally {
    await installation.stop();
  }
}

/** Refused, and the note as it was: it is the only copy of the password. */
export async function refusedWithNote(installation: Installation, words: RegExp): Promise<Finding> {
  const before = installation.note;
  const { saw, isRight } = await refusal(installation, words);
  if (installation.note === before) return { saw, isRight };
  return { saw: `${saw}; the only copy of the password was overwritten`, isRight: false };
}
