import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  copy,
  type Drill,
  type Finding,
  firstLine,
  type Ground,
  refusedWithNote,
  whileItIsStopped,
  whileItRuns,
} from "./drill-steps.ts";
import type { Installation } from "./installation.ts";

/** A data folder that PostgreSQL's user cannot enter, made by a first start. */
async function closedHome({ place, original }: Ground): Promise<Installation> {
  const home = join(place, "home");
  mkdirSync(home, { mode: 0o700 });
  return original.on(join(home, "data"));
}

/** The place of a database outside goes with the drill. */
async function withHome(
  ground: Ground,
  act: (home: Installation) => Promise<Finding>,
): Promise<Finding> {
  const home = await closedHome(ground);
  let outside: string | undefined;
  try {
    const output = await home.start();
    if (output !== undefined)
      return { saw: `no first start: ${firstLine(output)}`, isRight: false };
    outside = join(home.cluster, "..");
    return await act(home);
  } finally {
    await home.stop();
    if (outside !== undefined) rmSync(outside, { recursive: true, force: true });
  }
}

/** Where root runs Swath with a data folder that PostgreSQL's user cannot enter. */
export const OUTSIDE_DRILLS: readonly Drill[] = [
  {
    name: "a database outside: its folder copied while it runs",
    needsRoot: true,
    run: (ground) =>
      withHome(ground, async (home) => {
        const other = home.on(copy(home.data, join(home.data, "..", "copy")));
        const words = /belongs to the data folder .* of which this is a copy/;
        return whileItRuns(home, async () => {
          const { output } = other.run("work");
          const { saw, isRight } = await refusedWithNote(other, words);
          return { saw, isRight: isRight && words.test(output) };
        });
      }),
  },
  {
    name: "a database outside: its folder copied while it is stopped",
    needsRoot: true,
    run: (ground) =>
      withHome(ground, async (home) => {
        await home.stop();
        const other = home.on(copy(home.data, join(home.data, "..", "copy")));
        const words = /belongs to the data folder .* of which this is a copy/;
        return whileItIsStopped(home, () => refusedWithNote(other, words));
      }),
  },
  {
    name: "a database outside: another machine, where it is not",
    needsRoot: true,
    run: (ground) =>
      withHome(ground, async (home) => {
        await home.stop();
        const place = join(home.cluster, "..");
        renameSync(place, `${place}.away`);
        try {
          return await refusedWithNote(home, /The database of the data folder .* is gone/);
        } finally {
          rmSync(place, { recursive: true, force: true });
          renameSync(`${place}.away`, place);
        }
      }),
  },
];
