import { expect, test } from "vitest";
import { NOTHING_LEFT_OUT } from "../folder-reading.ts";
import type { FolderReport } from "../folder-report.ts";
import type { PlanDrawing } from "./plan-drawing.ts";
import { printedFindings } from "./printed-report.ts";
import { planCaption, reportPage } from "./report-page.ts";
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
      { id: "a", kept: "All is well", message: "Not so", state: "passed", files: [] },
      {
        id: "b",
        kept: "Names",
        message: "Some are odd",
        state: "warned",
        files: ["F/a.000", HOSTILE],
      },
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
      parts: [],
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
    reading: NOTHING_LEFT_OUT,
    ...change,
  };
}

const pageOf = (from: FolderReport): string => [...reportPage(reportView(from), CHECKED)].join("");

test("the page shows the result, the rules with their names, the times and the plan", () => {
  const page = pageOf(report());
  expect(page).toMatch(/^<!doctype html>/);
  for (const text of [
    "FL000123 : Galaxy T2000 - 045 : LiDAR",
    "validated 2026-11-21 13:05 UTC",
    "Valid, with 1 warning",
    "Minimum requirements have been met, all VALID files will be uploaded.",
    "1 valid file of 3 MB, 2 files left out",
    "Some are odd (2 names)",
    "F/a.000",
    "Wheels up to wheels down 2026-03-14 01:00 – 04:00 UTC",
    "1 line, 0 cross-strips",
    "Worth knowing",
  ])
    expect(page).toContain(text);
  expect(page.indexOf("Some are odd")).toBeLessThan(page.indexOf("All is well"));
});

const between = (page: string, from: string, to: string): string =>
  page.slice(page.indexOf(from), page.indexOf(to, page.indexOf(from)));

const fileNames = (count: number): string[] => Array.from({ length: count }, (_, i) => `F/${i}`);

test("rules are listed with their names, broken ones open, passed ones folded in one", () => {
  const rules = [
    { id: "a", kept: "Passed one", message: "Broken one", state: "passed", files: [] },
    { id: "b", kept: "Names", message: "Few", state: "warned", files: fileNames(10) },
    { id: "c", kept: "Names", message: "Many", state: "failed", files: fileNames(11) },
    { id: "d", kept: "Names", message: "Missing", state: "failed", files: [] },
  ] as const;
  const section = between(pageOf(report({ rules })), "<section><h2>Rules", '<section class="note');
  expect(section.replaceAll(/<li>.*<\/li>\n/g, "•")).toMatchInlineSnapshot(`
    "<section><h2>Rules</h2>
    <details class="rule"><summary><span class="state failed">Failed</span> Many (11 names)</summary><ul>
    •••••••••••</ul></details>
    <p class="rule"><span class="state failed">Failed</span> Missing</p>
    <details class="rule" open><summary><span class="state warned">Warning</span> Few (10 names)</summary><ul>
    ••••••••••</ul></details>
    <details class="rule"><summary>1 rule passed</summary>
    <p class="rule"><span class="state passed">Passed</span> Passed one</p>
    </details></section>
    "
  `);
});

test("a reason stands behind its name, as text", () => {
  const rules = [
    {
      id: "b",
      kept: "Names",
      message: "Odd",
      state: "warned",
      files: ["F/a.000", "F/b"],
      reasons: [HOSTILE, "it ends early"],
    },
  ] as const;
  const page = pageOf(report({ rules }));
  expect(page).toContain('<bdi class="name">F/b</bdi>: it ends early</li>');
  expect(page).not.toContain("<script>");
  const printed = printedFindings(report({ rules }));
  expect(printed).toContain("             F/b: it ends early");
});

test("times are drawn to scale, with a table of the same", () => {
  const times = between(pageOf(report()), "<section><h2>Times", "<section><h2>Flight plan");
  expect(times.replaceAll("><", ">\n<")).toMatchInlineSnapshot(`
    "<section>
    <h2>Times</h2>
    <svg viewBox="0 0 900 88" role="img" aria-label="Times of the folder beside those of the flight">
    <path class="grid" d="M119.3 0V68"/>
    <text x="119.3" y="82" text-anchor="middle">01:00</text>
    <path class="grid" d="M241.2 0V68"/>
    <text x="241.2" y="82" text-anchor="middle">01:30</text>
    <path class="grid" d="M363.1 0V68"/>
    <text x="363.1" y="82" text-anchor="middle">02:00</text>
    <path class="grid" d="M485.0 0V68"/>
    <text x="485.0" y="82" text-anchor="middle">02:30</text>
    <path class="grid" d="M606.9 0V68"/>
    <text x="606.9" y="82" text-anchor="middle">03:00</text>
    <path class="grid" d="M728.8 0V68"/>
    <text x="728.8" y="82" text-anchor="middle">03:30</text>
    <path class="grid" d="M850.7 0V68"/>
    <text x="850.7" y="82" text-anchor="middle">04:00</text>
    <text class="label" x="0" y="22">Flight</text>
    <rect class="flight" x="119.3" y="8" width="731.5" height="18" rx="3">
    <title>2026-03-14 01:00 – 04:00 UTC</title>
    </rect>
    <text class="label" x="0" y="56">GPS</text>
    <rect class="gps" x="363.1" y="42" width="243.8" height="18" rx="3">
    <title>script&#62;&#39;&#96;&#38;amp;&#60;img src=x onerror=alert(1)&#62; 2026-03-14 02:00 – 03:00 UTC</title>
    </rect>
    <path class="mark" d="M119.3 0V68">
    <title>Wheels up</title>
    </path>
    <path class="mark" d="M850.7 0V68">
    <title>Wheels down</title>
    </path>
    </svg>
    <table>
    <tr>
    <th scope="row">Flight</th>
    <td>Wheels up to wheels down 2026-03-14 01:00 – 04:00 UTC</td>
    </tr>
    <tr>
    <th scope="row">GPS</th>
    <td>2026-03-14 02:00 – 03:00 UTC</td>
    </tr>
    </table>
    </section>
    "
  `);
});

test("sections without content are left out, and notes list their names", () => {
  const { contents } = report();
  const bare = report({
    wheelsUp: undefined,
    wheelsDown: undefined,
    fileCount: 1,
    contents: { ...contents, tracks: [], plan: [], notes: [{ message: "N", files: ["a", "b"] }] },
  });
  const page = pageOf(bare);
  expect(page).not.toContain("<h2>Times");
  expect(page).not.toContain("<h2>Flight plan");
  expect(page).toContain("<p>1 valid file of 3 MB</p>");
  expect(page).toContain(
    '<section class="note"><p>N</p><ul><li><bdi class="name">a</bdi></li><li><bdi class="name">b</bdi></li></ul></section>',
  );
  expect(page).toMatch(/<\/main>\n<\/body>\n<\/html>\n$/);
  expect(page).toContain("<title>File Validation Results FL000123 : Galaxy T2000 - 045 : LiDAR");
});

test("a plan's caption counts its lines and areas, and measures its ground", () => {
  const counts = { lines: 2, crossStrips: 1, areas: 0 };
  const plan = { counts, kilometres: { east: 1.26, north: 0.5 } } as PlanDrawing;
  expect(planCaption(plan)).toBe("2 lines, 1 cross-strip; 1.3 × 0.5 km, north up");
  expect(planCaption({ ...plan, counts: { ...counts, areas: 1 } })).toBe(
    "2 lines, 1 cross-strip, 1 area; 1.3 × 0.5 km, north up",
  );
});

test("the view states the outcome, what it means, and the rules by their state", () => {
  const rule = { kept: "s", message: "m", files: [] };
  const rules = [
    { ...rule, id: "a", state: "passed" },
    { ...rule, id: "b", state: "warned" },
    { ...rule, id: "c", state: "failed" },
  ] as const;
  const blocked = reportView(report({ state: "blocked", rules }));
  expect(blocked.rules.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  expect(blocked).toMatchObject({
    headline: "Blocked by 1 problem",
    consequence:
      "Minimum requirements have not been met. No files can be uploaded until this is corrected.",
    stayingBehind: 2,
  });
  expect(reportView(report({ state: "valid" })).headline).toBe("Valid");
  expect(reportView(report({ state: "blocked", rules: [] })).headline).toBe("Blocked");
  const empty = { ...report().names, accepted: [], baseFolder: undefined };
  expect(reportView(report({ state: "blocked", rules: [], names: empty }))).toMatchObject({
    headline: "Blocked: no file can be uploaded",
    baseFolder: "",
  });
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
  const rules = [{ id: "c", kept: "Names", message: "Wrong", state: "failed", files }] as const;
  const pieces = [...reportPage(reportView(report({ rules, state: "blocked" })), CHECKED)];
  expect(pieces.length).toBeGreaterThan(100_000);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(10_000);
  expect(pieces.join("")).toContain("Blocked by 1 problem");
});
