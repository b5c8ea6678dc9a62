import { DatabaseSync } from "node:sqlite";
import { type CloudFinding, FINDING_KINDS } from "@swath/contract/processing";
import { geopackage, packagedPoint } from "@swath/survey/geopackage";
import { pictureType } from "./is-picture.ts";

/** Columns of a finding in both files, by name. */
const COLUMNS = {
  kind: "TEXT",
  status: "TEXT",
  words: "TEXT",
  answers: "TEXT",
  line: "DOUBLE",
  job: "TEXT",
  attempt: "DOUBLE",
  x: "DOUBLE",
  y: "DOUBLE",
  z: "DOUBLE",
  epsg: "DOUBLE",
  marked_by: "TEXT",
  marked_at: "TEXT",
} as const;

const answersOf = ({ answers }: CloudFinding): string =>
  answers
    .map(({ words, closes, by, at }) => `${at} ${by}${closes ? " (settled)" : ""}: ${words}`)
    .join("\n");

function factsOf(finding: CloudFinding): Record<keyof typeof COLUMNS, string | number | null> {
  const { kind, closed, words, line, job, attempt, place, by, at } = finding;
  const { x, y, z, epsg } = place;
  return {
    kind: FINDING_KINDS[kind],
    status: closed ? "settled" : "open",
    words,
    answers: answersOf(finding),
    line,
    job,
    attempt,
    x,
    y,
    z,
    epsg,
    marked_by: by,
    marked_at: at,
  };
}

/** Findings as a feature collection (RFC 7946); one whose system is not known has no geometry. */
export function findingsGeojson(findings: readonly CloudFinding[]): Uint8Array {
  const features = findings.map((finding) => {
    const { longitude, latitude } = finding.place;
    return {
      type: "Feature",
      id: finding.id,
      properties: factsOf(finding),
      geometry:
        longitude === null || latitude === null
          ? null
          : { type: "Point", coordinates: [longitude, latitude] },
    };
  });
  return Buffer.from(JSON.stringify({ type: "FeatureCollection", features }));
}

/** The same as a GeoPackage of one table `findings`. */
export function findingsPackage(findings: readonly CloudFinding[]): Uint8Array {
  const features = findings.map((finding) => {
    const { longitude, latitude } = finding.place;
    const facts = factsOf(finding);
    return {
      geometry: longitude === null || latitude === null ? null : packagedPoint(longitude, latitude),
      values: Object.keys(COLUMNS).map((name) => facts[name as keyof typeof COLUMNS]),
    };
  });
  const table = { table: "findings", geometry: "POINT", columns: COLUMNS } as const;
  using database = new DatabaseSync(":memory:");
  return geopackage(database, table, features, { epsg: 4326, geographic: true });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);
/** Nothing in the page runs, and nothing is loaded, wherever it is opened. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
article { border-top: 1px solid gray; padding: 0.75rem 0; break-inside: avoid; }
h2 { font-size: 1rem; margin: 0; } p { margin: 0.25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
img { max-width: 100%; } small { color: GrayText; }`;

function pictureOf(picture: Buffer | undefined): string {
  const type = picture && pictureType(picture);
  if (picture === undefined || type === undefined) return "";
  return `<img alt="The profile as it was marked" src="data:${type};base64,${picture.toString("base64")}">`;
}

function articleOf(finding: CloudFinding, picture: Buffer | undefined): string {
  const { kind, closed, words, line, job, attempt, place, by, at, answers } = finding;
  const { x, y, z, epsg, longitude, latitude } = place;
  const degrees =
    longitude === null || latitude === null
      ? ""
      : ` (${latitude.toFixed(6)}, ${longitude.toFixed(6)})`;
  const where = `x ${x.toFixed(2)}, y ${y.toFixed(2)}, z ${z.toFixed(2)}${epsg === null ? "" : `, EPSG:${epsg}`}${degrees}`;
  const told = answers.map(
    (answer) =>
      `<p>${escaped(answer.words)}<br><small>${escaped(answer.by)}, ${answer.at}${answer.closes ? ", settled it" : ""}</small></p>`,
  );
  return `<article>
<h2>${escaped(FINDING_KINDS[kind])}${line === null ? "" : `, line ${line}`}: ${closed ? "settled" : "open"}</h2>
<p>${escaped(words)}</p>
<small>${escaped(job)}, attempt ${attempt}; ${where}; ${escaped(by)}, ${at}</small>
${told.join("\n")}
${pictureOf(picture)}
</article>`;
}

/** Findings as one page to read and to print, which needs nothing else: class, words, state, place and picture. */
export function findingsReport(
  title: string,
  findings: readonly CloudFinding[],
  pictures: ReadonlyMap<string, Buffer>,
): Uint8Array {
  const open = findings.filter(({ closed }) => !closed).length;
  const without = findings.filter(({ id, hasPicture }) => hasPicture && !pictures.has(id)).length;
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${open} open of ${findings.length}.${without === 0 ? "" : ` Pictures of ${without} are left out: they stand with the findings themselves.`}</p>
${findings.map((finding) => articleOf(finding, pictures.get(finding.id))).join("\n")}
</body>
</html>
`);
}
