import { buffer } from "node:stream/consumers";
import { AppError } from "@swath/contract/errors";
import { statesProjection } from "@swath/survey/readers";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { InputFile } from "../inputs/input-file.ts";
import type { RunDeps } from "../processing-deps.ts";

type Deps = Pick<RunDeps, "store">;

const MOST_LOOKED = 16;
const LOOKS_AT_ONCE = 8;
const MOST_CLOUDS = 4;
const HEAD_BYTES = 65_536;
const CLOUD = /\.la[sz]$/i;

/** A sample spread over a list, with its first and last entry. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, n) => all[Math.round(n * step)]!);
}

/** The paths of sampled files that are not in the store with their size. */
export async function missingOf({ store }: Deps, files: readonly InputFile[]) {
  const looked = spread(files, MOST_LOOKED);
  const unreadable: string[] = [];
  await forEachConcurrently(looked, LOOKS_AT_ONCE, async ({ bucket, key, size, path }) => {
    if ((await store.head(bucket, key))?.size !== size) unreadable.push(path);
  });
  return { looked: looked.length, unreadable: unreadable.toSorted() };
}

async function stated({ store }: Deps, { bucket, key, size }: InputFile) {
  const range = { start: 0, length: Math.min(size, HEAD_BYTES) };
  try {
    return statesProjection(await buffer(await store.read(bucket, key, { range })));
  } catch (error) {
    // The line of the inputs reports a missing file.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Whether a few clouds state their coordinate system in their first bytes. */
export async function cloudSystems(deps: Deps, files: readonly InputFile[]) {
  const clouds = spread(
    files.filter(({ path, size }) => CLOUD.test(path) && size > 0),
    MOST_CLOUDS,
  );
  const answers = await Promise.all(clouds.map((cloud) => stated(deps, cloud)));
  return {
    clouds: clouds.length,
    stating: answers.filter((answer) => answer === true).length,
    unclear: answers.filter((answer) => answer === undefined).length,
  };
}
