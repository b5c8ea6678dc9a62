import type * as FastCheck from "fast-check";
import { vi } from "vitest";

// Thousands of mutants run these tests: a property gets 30 of its runs.
vi.mock("fast-check", async (importOriginal) => {
  const original = await importOriginal<typeof FastCheck>();
  const assert = <Values>(
    property: FastCheck.IRawProperty<Values>,
    parameters: FastCheck.Parameters<Values> = {},
  ) =>
    original.assert(property, {
      ...parameters,
      numRuns: Math.min(30, parameters.numRuns ?? 30),
    });
  return { ...original, assert, default: { ...original.default, assert } };
});
