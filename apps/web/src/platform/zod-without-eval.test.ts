import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import "./zod-without-eval.ts";

test("zod is told to do without eval", () => {
  onTestFinished(() => void z.config({ jitless: false }));
  expect(z.config().jitless).toBe(true);
});
