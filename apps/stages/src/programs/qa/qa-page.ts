import {
  isMissed,
  judgeBound,
  type Measure,
  type MeasureVerdict,
} from "@swath/contract/processing";
import { escapeXml } from "@swath/pointcloud/picture";
import { type FlownLine, verticalAccuracy } from "@swath/pointcloud/quality";
import type { ControlDifference, StripPair } from "@swath/pointcloud/strips";

export interface PagePicture {
  readonly caption: string;
  readonly type: "image/svg+xml" | "image/png";
  readonly file: Uint8Array;
}

export interface QaPage {
  readonly title: string;
  /** Facts of the flight, in pairs of word and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly measures: readonly Measure[];
  readonly pictures: readonly PagePicture[];
  readonly pairs: readonly StripPair[];
  readonly control: readonly ControlDifference[];
  readonly planned: readonly FlownLine[] | undefined;
}

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #161e2d); --ink: light-dark(#172033, #e6ebf4);
  --grey: light-dark(#4d5a70, #a6b2c6); --faint: light-dark(#dde2ea, #2a3548);
  --good: light-dark(#1b6e36, #7ad394); --bad: light-dark(#b3261e, #ff8a80);
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto; max-width: 84rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0.25rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; max-width: 62rem; } caption { text-align: left; color: var(--grey); }
th, td { text-align: left; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--faint); }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; color: var(--grey); } dd { margin: 0; color: var(--ink); }
section { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); gap: 1.5rem; margin-top: 2rem; align-items: start; }
figure { margin: 0; } img { max-width: 100%; height: auto; } figcaption { color: var(--grey); }
@media print { figure, table { break-inside: avoid; } }
`;

/** The report of a flight as one HTML page, which needs nothing else: pictures are inside it. */
export function qaPage({
  title,
  facts,
  measures,
  pictures,
  pairs,
  control,
  planned,
}: QaPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
<dl>${facts.map(([word, value]) => `<dt>${escapeXml(word)}</dt><dd>${escapeXml(value)}</dd>`).join("\n")}</dl>
<h2>Measures</h2>
${summary(measures)}
${table(["Measure", "Value", "Bound", ""], measures.map(measureCells))}
<section>${pictures.map(figure).join("\n")}</section>
<h2>Strip differences</h2>
${pairs.length === 0 ? "<p>No two lines overlap.</p>" : pairTable(pairs)}
<h2>Control points</h2>
${control.length === 0 ? "<p>The flight has no control points.</p>" : accuracyText(control) + controlTable(control)}
<h2>Lines of the flight plan</h2>
${planned === undefined ? "<p>There is no flight plan to compare with.</p>" : planTable(planned)}
</body>
</html>
`;
}

function accuracyText(control: readonly ControlDifference[]): string {
  const accuracy = verticalAccuracy(control);
  return accuracy === undefined ? "" : `<p>${escapeXml(accuracy.statement)}</p>`;
}

/** Control points on the page: those that differ most. */
const MOST_CONTROL = 15;

/** A cell of a table: its text and its look. */
type Cell = readonly [text: string, look?: "figure" | "good" | "bad"];

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const looks = rows[0]?.map(([, look]) => (look === "figure" ? ' class="figure"' : "")) ?? [];
  const head = heads.map((word, n) => `<th scope="col"${looks[n] ?? ""}>${escapeXml(word)}</th>`);
  const cell = ([words, look]: Cell): string =>
    `<td${look === undefined ? "" : ` class="${look}"`}>${escapeXml(words)}</td>`;
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`);
  return `<table><thead><tr>${head.join("")}</tr></thead>\n<tbody>${body.join("\n")}</tbody></table>`;
}

const VERDICTS: Readonly<Record<MeasureVerdict, Cell>> = {
  within: ["within", "good"],
  outside: ["outside", "bad"],
  notMeasured: ["not measured", "bad"],
  notAsked: ["nothing to measure"],
  unbounded: [""],
};

function summary(measures: readonly Measure[]): string {
  const judged = measures
    .map((measure) => judgeBound(measure, measure))
    .filter((verdict) => verdict === "within" || isMissed(verdict));
  const missed = judged.filter(isMissed).length;
  if (judged.length === 0) return "";
  if (missed === 0) return `<p class="good">All ${judged.length} bounds are met.</p>`;
  return `<p class="bad">${missed} of ${judged.length} bounds ${missed === 1 ? "is" : "are"} missed.</p>`;
}

function measureCells(measure: Measure): Cell[] {
  const { label, value, unit, least, most } = measure;
  const bounds = [
    ...(least === undefined ? [] : [`≥ ${least}`]),
    ...(most === undefined ? [] : [`≤ ${most}`]),
  ];
  const verdict = VERDICTS[judgeBound(measure, measure)];
  const words = value === null ? "–" : `${figureOf(value)} ${unit}`.trim();
  return [[label], [words, "figure"], [bounds.join(", "), "figure"], verdict];
}

/** A count as it is, another figure to four digits. */
const figureOf = (value: number): string =>
  (Number.isInteger(value) ? value : Number(value.toPrecision(4))).toLocaleString("en-GB", {
    maximumFractionDigits: 4,
  });

function pairTable(pairs: QaPage["pairs"]): string {
  const rows = pairs.map(({ a, b, cells, median, rms, dx, dy }): Cell[] => [
    [`${a} – ${b}`],
    [figureOf(cells), "figure"],
    ...[median, rms, dx, dy].map(metres),
  ]);
  return table(["Lines", "Cells", "Median, m", "RMS, m", "Shift east, m", "Shift north, m"], rows);
}

function controlTable(control: QaPage["control"]): string {
  const worst = control
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, MOST_CONTROL);
  const rest = control.length - worst.length;
  const note = rest === 0 ? "" : `<p>${rest} more differ less: control.json of ICP2.</p>`;
  const rows = worst.map(({ name, z, lines, difference }): Cell[] => [
    [name],
    metres(z),
    [figureOf(lines), "figure"],
    metres(difference),
  ]);
  return `${table(["Point", "Height, m", "Lines there", "Cloud less point, m"], rows)}${note}`;
}

function planTable(planned: readonly FlownLine[]): string {
  const rows = planned.map(({ name, crossStrip, length, line, share }): Cell[] => [
    [crossStrip ? `${name} (cross-strip)` : name],
    [`${(length / 1_000).toFixed(2)} km`, "figure"],
    [line ?? "–"],
    [`${Math.floor(share * 1_000) / 10} %`, "figure"],
  ]);
  return table(["Planned line", "Length", "Flown as", "Covered"], rows);
}

/** Metres to the millimetre; what rounds to 0 has no sign. */
const metres = (value: number | null): Cell => [
  value === null ? "–" : (Math.round(value * 1_000) / 1_000 + 0).toFixed(3),
  "figure",
];

const figure = ({ caption, type, file }: PagePicture): string => {
  const address = `data:${type};base64,${Buffer.from(file).toString("base64")}`;
  return `<figure><img alt="${escapeXml(caption)}" src="${address}"><figcaption>${escapeXml(caption)}</figcaption></figure>`;
};
