import type { ReportedRule } from "../folder-report.ts";
import type { PlanDrawing } from "./plan-drawing.ts";
import { companionsText, counted, type ReportView, ruleText } from "./report-view.ts";
import type { TimeLine } from "./time-line.ts";
import { utcText } from "../utc-text.ts";

/** Names that a rule shows before it is opened. */
const SHOWN_AT_ONCE = 10;

/**
 * The report as one HTML file that is read without a network and without a script; in pieces, for
 * it may name every file of a folder. All text from the folder is escaped, and the page's
 * policy forbids scripts.
 */
export function* reportPage(view: ReportView, checkedAt: number): Generator<string> {
  const title = `${view.flightId} : ${view.sensorName} : ${view.uploadType}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(`File Validation Results ${title}`)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header>
<p>File Validation Results</p>
<h1>${escaped(title)}</h1>
<p>Folder ${name(view.baseFolder)}, validated ${utcText(checkedAt)}</p>
</header>
<main>
<section class="verdict ${view.state}">
<h2>${escaped(view.headline)}</h2>
<p>${escaped(view.consequence)}</p>
<p>${escaped(amounts(view))}</p>${companionsLine(view)}
</section>
`;
  if (view.timeLine !== undefined) yield timeLineSection(view.timeLine);
  if (view.plan !== undefined) yield planSection(view.plan);
  yield* rulesSection(view.rules);
  for (const { message, files } of view.notes)
    yield `<section class="note"><p>${escaped(message)}</p>${names(files)}</section>\n`;
  yield `</main>\n</body>\n</html>\n`;
}

/** Text that is nothing but text in HTML, within elements and within quoted attributes. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A name isolated from the text around it, in either writing direction. */
const name = (text: string): string => `<bdi class="name">${escaped(text)}</bdi>`;

function amounts({ goingUp, stayingBehind, notRead }: ReportView): string {
  const left = stayingBehind === 0 ? "" : `, ${counted(stayingBehind, "file")} left out`;
  const more = notRead === 0 ? "" : `, ${counted(notRead, "name")} not read`;
  return `${counted(goingUp.files, "valid file")} of ${megabytes(goingUp.bytes)} MB${left}${more}`;
}

function companionsLine({ companions }: ReportView): string {
  return companions === 0 ? "" : `\n<p class="soft">${companionsText(companions)}</p>`;
}

const megabytes = (bytes: number): string =>
  (bytes / 1_048_576).toLocaleString("en-GB", { maximumFractionDigits: 2 });

function* rulesSection(rules: readonly ReportedRule[]): Generator<string> {
  yield `<section><h2>Rules</h2>\n`;
  for (const rule of rules) if (rule.state !== "passed") yield* ruleEntry(rule);
  const passed = rules.filter(({ state }) => state === "passed");
  yield `<details class="rule"><summary>${counted(passed.length, "rule")} passed</summary>\n`;
  for (const rule of passed) yield* ruleEntry(rule);
  yield `</details></section>\n`;
}

const STATE_WORDS = { passed: "Passed", warned: "Warning", failed: "Failed" } as const;

function* ruleEntry(rule: ReportedRule): Generator<string> {
  const { state, files, reasons } = rule;
  const line = `<span class="state ${state}">${STATE_WORDS[state]}</span> ${escaped(ruleText(rule))}`;
  if (files.length === 0) {
    yield `<p class="rule">${line}</p>\n`;
    return;
  }
  yield `<details class="rule"${files.length <= SHOWN_AT_ONCE ? " open" : ""}><summary>${line} (${counted(files.length, "name")})</summary><ul>\n`;
  for (const [at, file] of files.entries())
    yield `<li>${name(file)}${reasons?.[at] === undefined ? "" : `: ${escaped(reasons[at])}`}</li>\n`;
  yield `</ul></details>\n`;
}

function names(files: readonly string[]): string {
  return `<ul>${files.map((file) => `<li>${name(file)}</li>`).join("")}</ul>`;
}

const ROW = 34;
const LABEL = 90;
const WIDTH = 900;
/** For half of the last tick's label. */
const ROOM = 20;

function timeLineSection({ rows, ticks, marks }: TimeLine): string {
  const length = WIDTH - LABEL - ROOM;
  const x = (share: number): string => (LABEL + share * length).toFixed(1);
  const height = rows.length * ROW;
  const grid = ticks.map(
    ({ at, label }) =>
      `<path class="grid" d="M${x(at)} 0V${height}"/><text x="${x(at)}" y="${height + 14}" text-anchor="middle">${label}</text>`,
  );
  const lines = marks.map(
    ({ at, label }) =>
      `<path class="mark" d="M${x(at)} 0V${height}"><title>${label}</title></path>`,
  );
  const bars = rows.map(({ label, bars: spans }, row) => {
    const drawn = spans.map(({ from, to, title }) => {
      const width = Math.max(2, (to - from) * length).toFixed(1);
      return `<rect class="${label.toLowerCase()}" x="${x(from)}" y="${row * ROW + 8}" width="${width}" height="18" rx="3"><title>${escaped(title)}</title></rect>`;
    });
    return `<text class="label" x="0" y="${row * ROW + 22}">${label}</text>${drawn.join("")}`;
  });
  const table = rows.map(
    ({ label, span }) => `<tr><th scope="row">${label}</th><td>${span}</td></tr>`,
  );
  return `<section><h2>Times</h2>
<svg viewBox="0 0 ${WIDTH} ${height + 20}" role="img" aria-label="Times of the folder beside those of the flight">${[...grid, ...bars, ...lines].join("")}</svg>
<table>${table.join("")}</table></section>
`;
}

function planSection(plan: PlanDrawing): string {
  return `<section><h2>Flight plan</h2>
<svg class="plan" viewBox="0 0 ${plan.width} ${plan.height}" role="img" aria-label="Map of the flight plan, north up"><path class="area" d="${plan.areas}"/><path class="line" d="${plan.lines}"/><path class="cross" d="${plan.crossStrips}"/></svg>
<p>${escaped(planCaption(plan))}</p></section>
`;
}

/** What a plan's map shows, in words. */
export function planCaption({ counts, kilometres }: PlanDrawing): string {
  const parts = [
    counted(counts.lines, "line"),
    counted(counts.crossStrips, "cross-strip"),
    ...(counts.areas === 0 ? [] : [counted(counts.areas, "area")]),
  ];
  const [east, north] = [kilometres.east, kilometres.north].map((length) => length.toFixed(1));
  return `${parts.join(", ")}; ${east} × ${north} km, north up`;
}

/** The saved report's looks; nothing is loaded from anywhere. */
const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #172033; --soft: #4d5a70; --paper: #fff; --rim: #dde2ea;
  --good: #1b6e36; --care: #a84b00; --bad: #b3261e; --gps: #0b5cad; --fms: #6a3fa0; --flight: #8a94a6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf4; --soft: #a6b2c6; --paper: #161e2d;
  --rim: #2a3548; --good: #7ad394; --care: #ffab5e; --bad: #ff8a80; --gps: #7cb8ff; --fms: #c5a3ff;
  --flight: #6d7a90; } }
body { max-width: 960px; margin: 24px auto; padding: 0 20px; color: var(--ink); background: var(--paper);
  font: 15px/1.45 "Segoe UI", system-ui, "Noto Sans", sans-serif; }
h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1.05rem; margin: 24px 0 8px; }
header p { margin: 2px 0; color: var(--soft); }
.verdict { border-left: 6px solid; padding: 4px 16px; margin: 16px 0; }
.verdict h2 { font-size: 1.5rem; margin: 4px 0; } .verdict p { margin: 4px 0; color: var(--ink); }
.verdict .soft { color: var(--soft); }
.valid { color: var(--good); } .passed { color: var(--soft); } .warnings, .warned { color: var(--care); }
.blocked, .failed { color: var(--bad); }
.rule { margin: 0; padding: 4px 0; border-bottom: 1px solid var(--rim); }
.state { display: inline-block; width: 6em; font-weight: 650; }
ul { margin: 4px 0 8px; padding-left: 6em; list-style: none; }
.name { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; white-space: pre-wrap;
  overflow-wrap: anywhere; }
svg { width: 100%; height: auto; font-size: 12px; } text { fill: var(--soft); } .label { fill: var(--ink); }
svg.plan { max-width: 460px; max-height: 460px; border: 1px solid var(--rim); border-radius: 6px; }
.grid { stroke: var(--rim); } .mark { stroke: var(--ink); stroke-dasharray: 4 3; }
rect.flight { fill: var(--flight); } rect.gps { fill: var(--gps); } rect.fms { fill: var(--fms); }
.line, .cross, .area { fill: none; stroke: var(--gps); stroke-width: 1.2; }
.cross { stroke: var(--care); } .area { stroke: var(--flight); fill: var(--flight); fill-opacity: 0.15; }
th { text-align: left; padding-right: 16px; font-weight: 500; }
@media print { body { margin: 0; max-width: none; } }
`;
