import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { carryOn } from "./carry-on.ts";
import { Walk } from "./walk.ts";
import { start, walkCommands } from "./walk-commands.ts";
import { openWalkStand } from "./walk-stand.ts";

const RUNS = Number(process.env["WALK_RUNS"] ?? 20);
const SEED = Number(process.env["WALK_SEED"] ?? 17);
/** Until the folder is planned. */
const BEGUN_MS = 1_000;
/** Of a run, on a machine with other work. */
const RUN_MS = 20_000;

const countsOf = (seen: readonly string[]): string =>
  [...Map.groupBy(seen, (name) => name)].map(([name, all]) => `${all.length} ${name}`).join("\n");

test(
  "W1 to W5 after any events engine and server agree, along the table, and every byte gets there",
  async () => {
    const stand = await openWalkStand();
    onTestFinished(() => stand.rig.close());
    const seen: string[] = [];
    const property = fc.asyncProperty(
      walkCommands,
      fc.constantFrom(15, 40, 120),
      async (commands, bytesPerMs) => {
        const walk = await Walk.open(stand, bytesPerMs);
        try {
          await start(walk);
          await walk.pass(BEGUN_MS);
          const model = { status: await walk.status(), isUp: true, isSignedIn: true };
          await fc.asyncModelRun(() => ({ model: { ...model }, real: walk }), commands);
          await carryOn(walk);
          expect(await walk.differing()).toEqual([]);
        } finally {
          seen.push(...walk.statuses, ...walk.events);
          await walk.close();
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    if (process.env["WALK_RUNS"] !== undefined) console.log(countsOf(seen));
    expect(seen).toEqual(expect.arrayContaining(["UPLOAD_PAUSED", "UPLOAD_CANCELLED"]));
  },
  RUNS * RUN_MS,
);
