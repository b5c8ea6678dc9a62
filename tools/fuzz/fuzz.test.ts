import { expect, test } from "vitest";
import { runFuzz } from "./run-fuzz.ts";
import { FUZZ_TARGETS } from "./targets.ts";

// The long run is `npm run fuzz`.
test.each(Object.entries(FUZZ_TARGETS))(
  "the %s reader stands 1,500 changed files",
  async (_, target) => {
    const outcome = await runFuzz(target, 1500, 7);
    expect(outcome.inputs).toBe(1500);
    // Not all inputs are so broken that nothing is tried beyond the signature.
    expect(outcome.readable).toBeGreaterThan(0);
  },
  20_000,
);
