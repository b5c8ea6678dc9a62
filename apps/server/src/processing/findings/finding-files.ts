import { DatabaseSync } from "node:sqlite";
import { type CloudFinding, FINDING_KINDS } from "@swath/contract/processing";
import { geopackage, packagedPoint } from "@swath/survey/geopackage";

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
