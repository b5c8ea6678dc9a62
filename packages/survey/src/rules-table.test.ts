import { describe, expect, test } from "vitest";
import { validateContents } from "./validate-contents.ts";
import { folderReport } from "./folder-report.ts";
import { memorySource } from "./readers/file-source.ts";
import { CONTENT_RULES } from "./rules/content-rules.ts";
import { RULES } from "./rules/rule-table.ts";
import { BROKEN_CONTENTS, VALID_CONTENTS } from "../../../tools/testing/broken-contents.ts";
import { BROKEN_RULES } from "./testing/broken-rules.ts";
import { folderRequest, VALID_FOLDERS, type ValidFolderId } from "./testing/valid-folders.ts";

const NO_FLIGHT = {
  projectIds: [],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
  equipment: [],
  now: 0,
};

/** The rules on names and minimums that apply to a valid folder, which passes them. */
async function passedBy(id: ValidFolderId): Promise<readonly string[]> {
  const { files, ...upload } = folderRequest(id);
  const sources = files.map(({ path, size }) => memorySource(path, new Uint8Array(size)));
  const { rules } = await folderReport({ ...NO_FLIGHT, ...upload, files: sources });
  return rules.filter(({ state }) => state === "passed").map((rule) => rule.id);
}

describe("the table of rules", () => {
  test("has a folder that passes each rule on names and minimums", async () => {
    const passed = await Promise.all((Object.keys(VALID_FOLDERS) as ValidFolderId[]).map(passedBy));
    const rules = new Set(passed.flat());
    expect(RULES.map(({ id }) => id).filter((id) => !rules.has(id))).toEqual([]);
  });

  test("has files that pass every rule on contents", async () => {
    const { findings, blocked } = await validateContents(VALID_CONTENTS);
    expect({ findings, blocked }).toEqual({ findings: [], blocked: false });
  });

  test("has a row that breaks each rule", () => {
    const broken = new Set([...BROKEN_RULES, ...BROKEN_CONTENTS].map(({ rule }) => rule));
    expect([...broken].toSorted()).toEqual(
      [...RULES, ...CONTENT_RULES].map(({ id }) => id).toSorted(),
    );
  });
});

describe("contents that break a rule", () => {
  test.each(BROKEN_CONTENTS)("$rule says: $message", async ({ change, ...row }) => {
    const result = await validateContents({ ...VALID_CONTENTS, ...change });
    const found = result.findings.filter(({ rule }) => rule === row.rule);
    const files = found.flatMap((finding) => finding.files);
    expect(found).toMatchObject([{ message: row.message, level: row.level }]);
    expect(files.map((name) => name.replace("FL000123_045/", ""))).toEqual(row.names);
    expect(result.blocked).toBe(row.level === "blocked");
  });

  test("break no other, but that a log of no expected project leaves the expected ones missing", async () => {
    for (const { rule, change } of BROKEN_CONTENTS) {
      const { findings } = await validateContents({ ...VALID_CONTENTS, ...change });
      const also = rule === "content-fms-none-expected" ? ["content-fms-missing"] : [];
      expect(findings.map((finding) => finding.rule)).toEqual([rule, ...also]);
    }
  });
});
