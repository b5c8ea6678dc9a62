import { describe, expect, test } from "vitest";
import { fuzzInput } from "./fuzz-input.ts";
import { runFuzz } from "./run-fuzz.ts";
import { TARGETS } from "./targets.ts";
import { PLANTED_AT, TARGETS as PLANTED } from "./testing/planted-targets.ts";

const moduleUrl = (path: string): string => new URL(path, import.meta.url).href;

// The long run is `npm run fuzz`.
test.concurrent.each(Object.keys(TARGETS))(
  "the %s reader reads or refuses 500 generated files",
  async (reader) => {
    const run = { targets: moduleUrl("targets.ts"), reader, seed: 7, from: 0, inputs: 500 };
    const outcome = await runFuzz(run);
    expect(outcome).toMatchObject({ inputs: 500, findings: [] });
    // Some inputs are readable and some are not: all broken, only the signature would be tested.
    expect(outcome.readable).toBeGreaterThan(15);
    expect(outcome.readable).toBeLessThan(500);
  },
);

/** The finding on each planted reader; none on the last one. */
const REASONS: Readonly<Record<string, RegExp>> = {
  throws: /^threw TypeError: planted/,
  hangs: /^hung/,
  "never answers": /^ended without a result/,
  slow: /^(took|hung)/,
  hoards: /^held \d+ MB/,
  dies: /^ended without a result \(SIGKILL\)/,
};

describe("of the readers that go wrong on purpose", () => {
  test.concurrent.each(Object.keys(PLANTED))("the one that %s gets its finding", async (reader) => {
    const targets = moduleUrl("testing/planted-targets.ts");
    const inputs = PLANTED_AT + 100;
    const outcome = await runFuzz({ targets, reader, seed: 1, from: 0, inputs });
    const reason = REASONS[reader];
    const found = { index: PLANTED_AT, reason: expect.stringMatching(reason ?? "") };
    expect(outcome.findings).toEqual(reason === undefined ? [] : [found]);
    // The other inputs are run too.
    expect(outcome.inputs).toBe(inputs);
  });
});

test.each(Object.entries(TARGETS))("an input for %s is the same each time", (_, target) => {
  for (let index = 0; index < 50; index++)
    expect(fuzzInput(target, 3, index).bytes).toEqual(fuzzInput(target, 3, index).bytes);
});
