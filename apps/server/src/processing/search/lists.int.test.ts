import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import {
  type JobStatus,
  STATUS_FILTER_VALUES,
  TERRAIN_MAPPER_PAGE_SIZES,
} from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../platform/postgres/connection.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";
import type { Condition } from "./processing-condition.ts";
import { countProcessings, findProcessings, readStatusBits } from "./find-processings.ts";

/** A processing, by the plainest of means. */
interface Seeded {
  readonly id: string;
  readonly flightId: string;
  readonly number: number;
  readonly sensor: string;
  readonly project: string;
  readonly manager: string;
  readonly template: string | null;
  readonly version: number;
  readonly statuses: readonly JobStatus[];
  readonly qaUser: boolean;
}

const SENSORS = ["Galaxy - 045", "P1, left - 118"] as const;
const PROJECTS = [
  ["PRJ00001", "Vale", "LiDAR"],
  ["PRJ00002", "Brook", "LiDAR-MiningAI"],
  ["PRJ00004", "Linden", null],
] as const;
const STATUSES: readonly JobStatus[] = ["COMPLETED", "FAILED", "NOT_COMMENCED", "RUNNING"];
const COUNT = 36;

let rig: ProcessingRig;
const seeded: Seeded[] = [];

beforeAll(async () => {
  rig = await openProcessingRig();
  for (let number = 1; number <= COUNT; number += 1) {
    const sensor = SENSORS[number % 2]!;
    const [project, manager, template] = PROJECTS[number % 3]!;
    const version = number % 5 === 0 ? 3 : 4.2;
    const { id, flightId } = await rig.seedLog({ sensor, project, version });
    seeded.push({
      id,
      flightId,
      number,
      sensor,
      project,
      manager,
      template,
      version,
      statuses: [],
      qaUser: false,
    });
  }
  await rig.start();
  for (const [index, each] of seeded.entries()) {
    if (each.template === null) continue;
    const [gps, stage] = [STATUSES[index % 4]!, STATUSES[(index >> 2) % 4]!];
    const qaUser = index % 7 === 0;
    await rig.setStatus(
      each.id,
      { gps, lms: "NOT_COMMENCED", stage },
      qaUser ? { qa_user: "Q" } : {},
    );
    seeded[index] = { ...each, statuses: [gps, "NOT_COMMENCED", stage], qaUser };
  }
  const tm = { sensor: "Terrain Mapper - 102", uploadType: "TerrainMapperLAZ" };
  await rig.seedLog(tm);
  await rig.seedLog({ ...tm, project: "PRJ00002" });
});
afterAll(() => rig.database.drop());

async function list(query: Record<string, string> = {}) {
  const { reply, headers } = await rig.ask(endpoints.listProcessings, { query });
  const numbers = reply.map(({ FlightID }) => Number(FlightID.slice(2)));
  return { numbers, total: Number(headers["x-total-count"]) };
}
const all = async (query: Record<string, string>): Promise<number[]> =>
  (await list({ pageSize: "200", sort: "Date 1", ...query })).numbers;
const those = (keep: (of: Seeded) => boolean): number[] =>
  seeded.filter(keep).map(({ number }) => number);
const custom = (value: unknown): Promise<number[]> => all({ $custom: JSON.stringify(value) });

const vale = (each: Seeded): boolean => each.manager === "Vale";
const has =
  (...statuses: JobStatus[]) =>
  (each: Seeded): boolean =>
    each.statuses.some((status) => statuses.includes(status));
const ask = (query: Record<string, string>, ...roles: Role[]) =>
  rig.ask(endpoints.listTerrainMapperProcessings, {
    query,
    identity: testIdentity("crew", ...roles),
  });

describe("the dashboard's list", () => {
  test("is the latest ten of the first area, with the total in its header", async () => {
    const { numbers, total } = await list();
    expect(total).toBe(COUNT);
    expect(numbers).toEqual([36, 35, 34, 33, 32, 31, 30, 29, 28, 27]);
  });

  test("takes the query that the specification quotes", async () => {
    const { total } = await list({ include: "ProjectID project ProjectID Project", page: "2" });
    expect(total).toBe(COUNT);
  });

  test("pages without gaps or doubles, and is empty beyond the end", async () => {
    const pages = await Promise.all(["1", "2", "3", "4", "5"].map((page) => list({ page })));
    expect(pages.map(({ numbers }) => numbers.length)).toEqual([10, 10, 10, 6, 0]);
    expect(new Set(pages.flatMap(({ numbers }) => numbers)).size).toBe(COUNT);
  });

  test("filters by each field and operator", async () => {
    expect(await all({ ProjectManager: "$any Vale" })).toEqual(those(vale));
    expect(await all({ Sensor: String.raw`$any P1\, left - 118` })).toEqual(
      those(({ sensor }) => sensor === SENSORS[1]),
    );
    expect(await all({ Sensor: "$anyOr Galaxy - 045" })).toEqual(
      those(({ sensor }) => sensor === SENSORS[0]),
    );
    expect(await all({ Aircraft: String.raw`VH-B,B` })).toEqual(
      those(({ number }) => number % 2 === 0),
    );
    expect(await all({ ProcessingTemplate: "$notExists" })).toEqual(
      those(({ template }) => template === null),
    );
    expect(await all({ ProcessingTemplate: "$exists" })).toEqual(
      those(({ template }) => template !== null),
    );
    expect(await all({ FlightID: "$any FL000003,FL000001,FL999999" })).toEqual([1, 3]);
    expect(await all({ SensorID: "SL000007" })).toEqual([7]);
    expect(await all({ ProjectID: "$any PRJ00001,PRJ00002", Sensor: SENSORS[0] })).toEqual(
      those(({ project, sensor }) => project !== "PRJ00004" && sensor === SENSORS[0]),
    );
    expect(await all({ Date: "2026-01-03+2026-01-05" })).toEqual([3, 4, 5]);
    expect(await all({ Date: "2026-01-03 2026-01-05" })).toEqual([3, 4, 5]);
  });

  test("filters by the status of any job, and by the two values of QA", async () => {
    expect(await all({ Status: "$any RUNNING" })).toEqual(those(has("RUNNING")));
    expect(await all({ Status: "$any RUNNING,FAILED" })).toEqual(those(has("RUNNING", "FAILED")));
    const completed = has("COMPLETED");
    expect(await all({ Status: "$any QA_PENDING" })).toEqual(
      those((each) => completed(each) && !each.qaUser && each.version > 3),
    );
    expect(await all({ Status: "$any QA_COMPLETED" })).toEqual(
      those((each) => completed(each) && each.qaUser),
    );
  });

  test("takes custom filters", async () => {
    expect(await custom({ DocumentMajorVersion: { $lte: 3 } })).toEqual(
      those(({ version }) => version === 3),
    );
    expect(
      await custom({ $or: [{ FlightID: "FL000002" }, { SensorID: ["SL000004"] }], Active: true }),
    ).toEqual([2, 4]);
    expect(await custom({ Date: { $gt: "2026-01-30" }, ProjectManager: { $ne: "Vale" } })).toEqual(
      those(({ number, manager }) => number > 30 && manager !== "Vale"),
    );
    expect(await custom({})).toHaveLength(COUNT);
  });

  test.each([
    { Sensor: "$any x'); DROP TABLE processings; --" },
    { ProjectManager: "' OR '1'='1" },
    { $custom: JSON.stringify({ Aircraft: "x' OR TRUE --" }) },
  ])("takes what looks like SQL as a value: %j", async (query: Record<string, string>) => {
    expect(await all(query)).toEqual([]);
    expect((await list({})).total).toBe(COUNT);
  });

  test.each([
    [{ Aircraft: "$anyOr A" }, "Aircraft"],
    [{ Sensor: "$some A" }, "Sensor"],
    [{ Status: "$any WAITING" }, "Status"],
    [{ Status: "$exists" }, "Status"],
    [{ Date: "2026-02-01+2026-01-01" }, "Date"],
    [{ $custom: '{"guid":"x"}' }, "$custom"],
    [{ $custom: '{"Active":"yes"}' }, "$custom"],
    [{ $custom: '{"Date":{"$any":"2026-01-01"}}' }, "$custom"],
    [{ $custom: '{"constructor":1}' }, "$custom"],
    [{ $custom: "{" }, "$custom"],
  ])("refuses %j by its field's name", async (query: Record<string, string>, field) => {
    const refused = await list(query).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: "INVALID_FILTER", details: { field } });
  });

  test.each([{ sort: "guid 1" }, { pageSize: "-1" }])("refuses %j", async (query) => {
    await expect(list(query as never)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("the Terrain Mapper's list", () => {
  test("holds its own documents, with comma-joined filters", async () => {
    const { reply } = await ask({ page: "1", limit: "1" });
    expect(reply).toMatchObject({
      count: 2,
      documents: [
        {
          ProcessingTemplate: "TerrainMapper",
          metadata: { sensor: "Terrain Mapper - 102", clientName: "A Client" },
        },
      ],
    });
    expect((await ask({ projectManager: "Vale,Nobody" })).reply.count).toBe(1);
    expect((await ask({ surveyDate: "2020-01-01+2020-02-01" })).reply.count).toBe(0);
  });

  test("is none of a processing-only user's", async () => {
    await expect(ask({}, "processingOnly")).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
  });
});

const fields = fc.oneof(
  fc.record({
    kind: fc.constant("text" as const),
    field: fc.constant("Sensor" as const),
    anyOf: fc.subarray<string>([...SENSORS, "none"], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant("text" as const),
    field: fc.constant("ProjectManager" as const),
    anyOf: fc.subarray(["Vale", "Brook", "Linden"], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant("status" as const),
    anyOf: fc.subarray([...STATUS_FILTER_VALUES], { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("surveyed" as const),
    start: fc.constant(new Date("2026-01-08Z")),
    end: fc.integer({ min: 8, max: 31 }).map((day) => new Date(Date.UTC(2026, 0, day))),
  }),
  fc.constant({ kind: "present" as const, field: "ProcessingTemplate" as const }),
);
const conditions: fc.Arbitrary<Condition> = fc
  .array(
    fc.oneof(
      fields,
      fields.map((of): Condition => ({ kind: "not", of })),
    ),
    { maxLength: 2 },
  )
  .map((of): Condition => ({ kind: "all", of }));

function fulfils(each: Seeded, condition: Condition): boolean {
  switch (condition.kind) {
    case "all":
      return condition.of.every((of) => fulfils(each, of));
    case "not":
      return !fulfils(each, condition.of);
    case "text":
      return condition.anyOf.includes(condition.field === "Sensor" ? each.sensor : each.manager);
    case "present":
      return each.template !== null;
    case "status":
      return condition.anyOf.some((status) => hasStatus(each, status));
    case "surveyed": {
      const day = Date.UTC(2026, 0, each.number);
      return day >= condition.start.getTime() && day < condition.end.getTime();
    }
    case "compare":
    case "flag":
    case "some":
      break;
  }
  throw new Error(`no ${condition.kind} is made here`);
}

function hasStatus({ statuses, qaUser, version }: Seeded, status: string): boolean {
  if (status === "QA_PENDING") return statuses.includes("COMPLETED") && !qaUser && version > 3;
  if (status === "QA_COMPLETED") return statuses.includes("COMPLETED") && qaUser;
  return statuses.includes(status as JobStatus);
}

/** Every way of finding a page. */
const BOUNDS = [
  { fewOfStatus: 500, merged: 200_000, gathered: 50_000 },
  { fewOfStatus: 0, merged: 0, gathered: 50_000 },
  { fewOfStatus: 0, merged: 200_000, gathered: 0 },
];

test("every way of finding pages and counts equals plain filtering and sorting", async () => {
  const bits = await readStatusBits(rig.db);
  const pages = fc.record({
    condition: conditions,
    descending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 12 }),
    page: fc.integer({ min: 0, max: 5 }),
    bounds: fc.constantFrom(...BOUNDS),
  });
  await fc.assert(
    fc.asyncProperty(pages, async ({ condition, descending, limit, page, bounds }) => {
      const offset = page * limit;
      const search = {
        area: "ip",
        key: "",
        pageKey: "",
        condition,
        descending,
        limit,
        offset,
      } as const;
      const matching = seeded.filter((each) => fulfils(each, condition));
      const sorted = descending ? matching.toReversed() : matching;
      const total = await countProcessings(rig.db, search, bits);
      expect(total).toBe(matching.length);
      const found = await findProcessings(rig.db, search, total, bits, bounds);
      expect(found).toEqual(sorted.slice(offset, offset + limit).map(({ id }) => id));
    }),
    { numRuns: 300 },
  );
});

test("a page of each size that the portal offers is read once, until something changes", async () => {
  const guidsOf = async (pageSize: number): Promise<string[]> => {
    const query = { pageSize: String(pageSize) };
    const { reply } = await rig.ask(endpoints.listProcessings, { query });
    return reply.map(({ guid }) => guid);
  };
  const sizes = [...TERRAIN_MAPPER_PAGE_SIZES, 11];
  const readAll = () => Promise.all(sizes.map(guidsOf));
  rig.remember(1);
  try {
    const before = await readAll();
    await sql`UPDATE processings SET guid = guid || '-'`.execute(rig.db);
    const unnoticed = await readAll();
    expect(unnoticed.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(unnoticed.at(-1)).not.toEqual(before.at(-1));
    rig.remember(2);
    for (const [index, guids] of (await readAll()).entries())
      expect(guids).toEqual(before[index]!.map((guid) => `${guid}-`));
  } finally {
    rig.remember(undefined);
    await sql`UPDATE processings SET guid = trim(trailing '-' FROM guid)`.execute(rig.db);
  }
});

test("a filter by active statuses walks the index of those alone", async () => {
  const bits = await readStatusBits(rig.db);
  const sent: string[] = [];
  const logged = openDatabase(rig.database.url, {
    connections: 1,
    onQuery: ({ query }) => void sent.push(query.sql),
  });
  const condition = { kind: "status", anyOf: ["RUNNING", "QUEUED"] } as const;
  const search = { area: "ip", key: "", pageKey: "", condition, descending: true } as const;
  try {
    await findProcessings(logged, { ...search, limit: 3, offset: 0 }, 9, bits);
    const { sql: text, parameters } = await logged.connection().execute(async (connection) => {
      await sql`SET enable_seqscan = off`.execute(connection);
      await sql`SET enable_sort = off`.execute(connection);
      return { sql: sent[0]!, parameters: ["ip", "48", 3, 0] };
    });
    const plan = await sql<{ "QUERY PLAN": string }>`EXPLAIN ${sql.raw(
      text.replaceAll(/\$(\d)/g, (_, n: string) => `'${String(parameters[Number(n) - 1])}'`),
    )}`.execute(logged);
    expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("processings_active");
  } finally {
    await logged.destroy();
  }
});

test("kept counts are exact before and after they are compacted", async () => {
  const counted = () =>
    sql<{ n: number }>`SELECT coalesce(sum(n), 0)::int AS n FROM (
      SELECT * FROM processing_counts UNION ALL SELECT * FROM processing_count_changes) AS c
      WHERE area = 'ip' AND statuses & 32 <> 0`.execute(rig.db);
  const plain = () =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM processings
      WHERE area = 'ip' AND statuses & 32 <> 0`.execute(rig.db);
  const expected = (await plain()).rows;
  expect((await counted()).rows).toEqual(expected);
  await sql`SELECT compact_processing_counts()`.execute(rig.db);
  expect((await counted()).rows).toEqual(expected);
  const left = await sql`SELECT FROM processing_count_changes`.execute(rig.db);
  expect(left.rows).toEqual([]);
});
