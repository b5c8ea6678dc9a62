import { PROCESSING_FILTER_FIELDS, PROCESSING_PAGE_SIZE } from "@swath/contract/processing";
import type { BenchedList, Case, CaseQuery } from "./cases.ts";
import { MANAGERS, PROCESSINGS, SENSOR_NAMES, TEMPLATES } from "./processing-seed.ts";

const QUERIES = 32;
/** One row more than a page of the portal has, as the bench calls them. */
const DEEP_ROWS = PROCESSING_PAGE_SIZE + 1;
const spread = (index: number, below: number): number => (index * 7_919 + 101) % below;
const padded = (prefix: string, n: number, digits: number): string =>
  prefix + String(n).padStart(digits, "0");
const each = (of: (index: number) => CaseQuery): CaseQuery[] =>
  Array.from({ length: QUERIES }, (_, n) => of(n));
const day = (n: number): string =>
  new Date(Date.UTC(2012, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);

/** A value of each field that is filtered by. */
const VALUES: Readonly<Record<(typeof PROCESSING_FILTER_FIELDS)[number], (n: number) => string>> = {
  SensorID: (n) => padded("SL", spread(n, PROCESSINGS), 6),
  ProjectID: (n) => padded("PRJ", spread(n, 20_000), 5),
  FlightID: (n) => padded("FL", spread(n, PROCESSINGS), 6),
  Aircraft: (n) => padded("VH-", n % 40, 3),
  Sensor: (n) => SENSOR_NAMES[n % SENSOR_NAMES.length]!,
  ProjectManager: (n) => MANAGERS[n % MANAGERS.length]!,
  ProcessingTemplate: (n) => TEMPLATES[n % TEMPLATES.length]!,
};
const custom = { DocumentMajorVersion: { $gt: 3 }, ProjectManager: { $ne: MANAGERS[0] } };

const fieldCases = PROCESSING_FILTER_FIELDS.map((field): Case => {
  const of = VALUES[field];
  const queries = each((n) => ({ [field]: `$any ${of(n)},${of(n + 7)}` }));
  return { name: `p: ${field}`, list: "processings", queries };
});

const others: readonly [name: string, queries: readonly CaseQuery[]][] = [
  ["p: first page", [{}]],
  [
    "p: deep page",
    each((n) => ({
      page: String(1_000 + spread(n * 37, Math.floor(PROCESSINGS / DEEP_ROWS) - 2_000)),
    })),
  ],
  ["p: Status, broad", [{ Status: "$any COMPLETED" }, { Status: "$any QA_PENDING" }]],
  ["p: Status, rare", [{ Status: "$any RUNNING,QUEUED" }]],
  [
    "p: Date, 90 days",
    each((n) => ({ Date: `${day(spread(n, 5_000))}+${day(spread(n, 5_000) + 90)}` })),
  ],
  ["p: template absent", [{ ProcessingTemplate: "$notExists" }]],
  ["p: custom", [{ $custom: JSON.stringify(custom) }]],
  [
    "p: combined",
    each((n) => ({
      Sensor: `$any ${VALUES.Sensor(n)}`,
      Status: "$any FAILED",
      ProcessingTemplate: "$any LiDAR",
    })),
  ],
];

const [SENSOR, MANAGER] = [VALUES.Sensor, VALUES.ProjectManager];

const terrainMapper: readonly [name: string, queries: readonly CaseQuery[]][] = [
  ["tm: first page", [{}]],
  ["tm: deep page", each((n) => ({ page: String(1 + spread(n * 37, 8_000)) }))],
  ["tm: status", [{ status: "FAILED" }, { status: "COMPLETED" }]],
  ["tm: sensor", each((n) => ({ sensor: SENSOR(n) }))],
  ["tm: manager, status", each((n) => ({ projectManager: MANAGER(n), status: "FAILED" }))],
];

const failures: readonly [name: string, queries: readonly CaseQuery[]][] = [
  ["f: groups", [{}]],
  ["f: groups, deep", each((n) => ({ page: String(1 + (n % 40)) }))],
  ["f: groups, kind", [{ kind: "missedBound" }]],
  ["f: groups of a manager", each((n) => ({ ProjectManager: `$any ${MANAGER(n)}` }))],
  ["f: groups of a template", [{ ProcessingTemplate: "$any LiDAR-MiningAI" }]],
];

const casesOf = (
  list: BenchedList,
  of: readonly [name: string, queries: readonly CaseQuery[]][],
): readonly Case[] => of.map(([name, queries]) => ({ name, list, queries }));

/** Calls of the processing dashboards' lists and of the failure inbox. */
export const PROCESSING_CASES: readonly Case[] = [
  ...casesOf("processings", others),
  ...fieldCases,
  ...casesOf("terrainMapper", terrainMapper),
  ...casesOf("failures", failures),
];
