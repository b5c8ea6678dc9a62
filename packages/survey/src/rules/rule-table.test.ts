import { expect, test } from "vitest";
import { dialogOfRule, findingOf, findingsOf, ruleMessage, type RuleId } from "./rule-table.ts";

test("a rule has a message, and a dialog where it asks", () => {
  expect(ruleMessage("zero-byte")).toBe("Zero-byte files found.");
  expect(dialogOfRule("zero-byte")).toBe("zeroBytes");
  expect(dialogOfRule("base-folder")).toBeUndefined();
  expect(dialogOfRule("unheard-of")).toBeUndefined();
});

test("a rule without names has no finding", () => {
  expect(findingsOf("no-rule", [])).toEqual([]);
  expect(findingsOf("no-rule", ["a"])).toEqual([findingOf("no-rule", ["a"])]);
  expect(() => findingOf("unheard-of" as RuleId, [])).toThrow("no rule unheard-of");
});
