import { expect, test } from "vitest";
import { markReasonSchema } from "./processing.ts";

test.each(["flown again", "ok", "再飛行", "👍"])("a reason says something: %s", (reason) => {
  expect(markReasonSchema.parse(` ${reason} `)).toBe(reason);
});

test.each(["", "  ", "\u200b", "\u2060\u00a0\u200d", "\u00ad"])(
  "what nobody can see is no reason: %j",
  (reason) => {
    expect(markReasonSchema.safeParse(reason).success).toBe(false);
  },
);
