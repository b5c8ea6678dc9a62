import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import { type JobStatus, TERRAIN_MAPPER_PAGE_SIZES } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

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
