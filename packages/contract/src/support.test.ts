import { describe, expect, test } from "vitest";
import {
  ISSUE_PRIORITIES,
  MAX_DESCRIPTION_LENGTH,
  MAX_SUMMARY_LENGTH,
  supportEndpoints,
} from "./support.ts";

const { fields } = supportEndpoints.fileIssue.form;
const issue = { summary: "Map is empty", description: "See above" };
const faultOf = (change: Readonly<Record<string, string>>): string | undefined =>
  fields.safeParse({ ...issue, ...change }).error?.issues[0]?.message;

describe("the fields of an issue", () => {
  test("need a summary and a description; the priority is low and the page unknown", () => {
    expect(fields.parse(issue)).toEqual({ ...issue, priority: ISSUE_PRIORITIES.Low, url: "" });
  });

  test("lose the spaces around them, the summary its line ends, the description its returns", () => {
    const sent = { summary: " Map \r\n\t is\nempty ", description: " one\r\ntwo\nthree\r\n " };
    expect(fields.parse(sent)).toMatchObject({
      summary: "Map is empty",
      description: "one\ntwo\nthree",
    });
  });

  test.each(Object.entries(ISSUE_PRIORITIES))("take the priority %s as a number", (_, priority) => {
    expect(fields.parse({ ...issue, priority: String(priority) }).priority).toBe(priority);
  });

  test.each([
    [{ summary: " " }, "must not be empty"],
    [{ description: "\r\n" }, "must not be empty"],
    [{ priority: "1" }, "must be 4, 3 or 2"],
    [{ priority: "" }, "must be 4, 3 or 2"],
  ])("are refused with %j", (change, fault) => {
    expect(faultOf(change)).toBe(fault);
  });

  test("are at most as long as Jira takes", () => {
    for (const [field, most] of [
      ["summary", MAX_SUMMARY_LENGTH],
      ["description", MAX_DESCRIPTION_LENGTH],
      ["user", 1_024],
      ["url", 8_192],
    ] as const) {
      expect(faultOf({ [field]: "x".repeat(most) })).toBeUndefined();
      expect(faultOf({ [field]: "x".repeat(most + 1) })).toContain(String(most));
    }
  });

  test("hold no other field", () => {
    expect(faultOf({ issueType: "Bug" })).toContain("issueType");
  });
});
