import { expect, test } from "vitest";
import type { FolderReport } from "../folder-report.ts";
import { reportPage } from "./report-page.ts";
import { reportView } from "./report-view.ts";

const HOSTILE = `<script>alert("1")</script>'\`&amp;<img src=x onerror=alert(1)>`;
const CHECKED = Date.UTC(2026, 10, 21, 13, 5);

function report(change: Partial<FolderReport> = {}): FolderReport {
  return {
    flightId: "FL000123",
    sensorName: "Galaxy T2000 - 045",
    uploadType: "LiDAR",
    state: "warnings",
    wheelsUp: Date.UTC(2026, 2, 14, 1),
    wheelsDown: Date.UTC(2026, 2, 14, 4),
    fileCount: 3,
    rules: [
      { id: "a", message: "All is well", state: "passed", files: [] },
      { id: "b", message: "Some are odd", state: "warned", files: ["F/a.000", HOSTILE] },
    ],
    names: {
      accepted: [{ path: "F/a.laz", size: 3 * 1_048_576, kind: "laz", destination: "LiDAR" }],
      findings: [],
      blocked: false,
      baseFolder: HOSTILE,
    },
    contents: {
      findings: [],
      blocked: false,
      notes: [{ message: "Worth knowing", files: [HOSTILE] }],
      tracks: [
        {
          kind: "gps",
          path: `F/${HOSTILE}`,
          start: Date.UTC(2026, 2, 14, 2),
          end: Date.UTC(2026, 2, 14, 3),
        },
      ],
      plan: [
        {
          name: HOSTILE,
          crossStrip: false,
          area: false,
          positions: [
            [1, 1],
            [2, 2],
          ],
        },
      ],
    },
    ...change,
  };
}

const pageOf = (from: FolderReport): string => [...reportPage(reportView(from), CHECKED)].join("");

test("the page shows the result, the rules with their names, the times and the plan", () => {
  const page = pageOf(report());
  expect(page).toMatch(/^<!doctype html>/);
  for (const text of [
    "FL000123 : Galaxy T2000 - 045 : LiDAR",
    "checked 21 Nov 2026 13:05 UTC",
    "Valid, with 1 warning",
    "Minimum requirements have been met, all VALID files will be uploaded.",
    "1 valid file of 3 MB, 2 files left out",
    "Some are odd (2 names)",
    "F/a.000",
    "Wheels up to wheels down 14 Mar 2026 01:00 – 04:00 UTC",
    "1 line, 0 cross-strips",
    "Worth knowing",
  ])
    expect(page).toContain(text);
  expect(page.indexOf("Some are odd")).toBeLessThan(page.indexOf("All is well"));
});

test("no name from the folder becomes HTML, and no script may run", () => {
  const page = pageOf(report());
  expect(page).not.toMatch(/<script|<img/i);
  expect(page).toContain("&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#96;&#38;amp;");
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  );
});

test("nothing is loaded from anywhere", () => {
  expect(pageOf(report())).not.toMatch(/<[^>]*\s(?:src|href)=|url\(|@import/i);
});

test("a folder of a hundred thousand wrong names makes a page piece by piece", () => {
  const files = Array.from({ length: 100_000 }, (_, i) => `F/${i}.xyz`);
  const rules = [{ id: "c", message: "Wrong", state: "failed", files }] as const;
  const pieces = [...reportPage(reportView(report({ rules, state: "blocked" })), CHECKED)];
  expect(pieces.length).toBeGreaterThan(100_000);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(10_000);
  expect(pieces.join("")).toContain("Blocked by 1 problem");
});
