import { buffer } from "node:stream/consumers";
import { lineEndpoints, LINES_JOB, type OutputManifest } from "@swath/contract/processing";
import { memorySource, readKmz } from "@swath/survey/readers";
import { kmzFile, type KmlMark } from "@swath/survey/writers";
import { sql } from "kysely";
import { xxhash128 } from "hash-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { seedUpload } from "../testing/seed-records.ts";
import { RunRig } from "../testing/run-rig.ts";
import { CREW, serveRig } from "../testing/serve-rig.ts";

const GUEST = testIdentity("guest", "guest");
const ONLY = testIdentity("only", "processingOnly");
const FLIGHT = "FL000202";
const PROJECT = "PRJ00001";
/** Of guid, sensor log and project: those of one letter are of one record. */
const OF = { guid: "guid-a", sensorId: "SL000001", projectId: PROJECT, aoiNum: 2 };
const ID = "a".repeat(24);

let rig: RunRig;
let ask: ReturnType<typeof serveRig>;

type Spot = readonly [number, number];
const lineMark = (name: string, ...positions: Spot[]): KmlMark => ({
  name,
  shapes: [{ type: "line", positions }],
});
const areaMark = (name: string, west: number, east: number): KmlMark => ({
  name,
  shapes: [
    {
      type: "area",
      rings: [
        [
          [west, -37.02],
          [east, -37.02],
          [east, -36.98],
          [west, -36.98],
        ],
      ],
    },
  ],
});
const kmz = (...marks: KmlMark[]): Uint8Array => kmzFile("test", [{ name: "", marks }]);
const PLAN = kmz(
  areaMark("AOI 1", 144.9, 144.95),
  areaMark("AOI 2", 145.01, 145.05),
  lineMark("Line 001", [145, -37], [145.1, -37]),
  lineMark("Cross Strip 1", [145.03, -37.01], [145.03, -36.99]),
  lineMark("Line 009", [144.9, -36.999], [144.95, -36.999]),
);

async function seedProcessing(
  id: string,
  { guid, sensorId, projectId, aoiNum }: Omit<typeof OF, "aoiNum"> & { aoiNum: number | null },
  area: "ip" | "iptm" = "ip",
): Promise<void> {
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor, project_id, aoi_no,
      template, document_major_version)
    VALUES (${id}, ${guid}, ${area}, ${FLIGHT}, ${sensorId}, ${`Galaxy - 0${sensorId.slice(-2)}`},
      ${projectId}, ${aoiNum}, 'LiDAR', 4.2)`.execute(rig.db);
}

/** The published outputs of a job, as a run leaves them. */
async function publish(guid: string, job: string, files: Record<string, string | Uint8Array>) {
  const { store, buckets } = rig.deps;
  const folder = `${guid}/${job}/.attempt-1/`;
  const listed: OutputManifest["files"] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const size = bytes.length;
    await store.write(buckets.processing, folder + path, [bytes], { size });
    listed.push({ path, size, xxh128: await xxhash128(bytes), kind: "vector" });
  }
  const manifest: OutputManifest = {
    version: 1,
    job,
    attempt: 1,
    run: "swath-0123456789abcdef01234567",
    published: "2026-03-20T10:00:00Z",
    folder,
    files: listed,
  };
  const json = Buffer.from(JSON.stringify(manifest));
  const key = `${guid}/${job}/manifest.json`;
  await store.write(buckets.processing, key, [json], { size: json.length });
}

const track = (...coordinates: (readonly number[])[]): string =>
  JSON.stringify({ type: "FeatureCollection", features: [{ geometry: { coordinates } }] });

async function stored(): Promise<string[]> {
  const { objects } = await rig.deps.store.list(rig.deps.buckets.processing, { prefix: "" });
  return objects.map(({ key }) => key);
}

/** The lines of the KMZ that an address of the file store leads to. */
async function linesAt(url: string) {
  const [, bucket, key] = /\/store\/([^/?]+)\/([^?]+)/.exec(url) ?? [];
  const place = bucket === undefined ? keyOf(url) : { bucket, key: decodeURIComponent(key!) };
  const bytes = await buffer(await rig.deps.store.read(place.bucket, place.key));
  const read = await readKmz(memorySource("lines.kmz", new Uint8Array(bytes)));
  if (!read.ok) throw new Error(read.fault);
  return read.paths;
}

/** The store's tickets hold what they open as JSON in base64url. */
function keyOf(url: string): { bucket: string; key: string } {
  const token = new URL(url, "https://swath.example").searchParams.get("token") ?? "";
  const text = Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
  return JSON.parse(text) as { bucket: string; key: string };
}

const lines = (body: object = OF, identity = CREW) =>
  ask(lineEndpoints.readFlightLines, { body, identity });

const list = async (kind: string, identity = CREW, flightId = FLIGHT) =>
  (await ask(lineEndpoints.listKmz, { params: { flightId, kind }, identity })).reply;
const urls = async (projectId: string, identity = CREW, flightId = FLIGHT) =>
  (await ask(lineEndpoints.listKmzAddresses, { params: { flightId, projectId }, identity })).reply;
const recorded = () =>
  rig.db
    .selectFrom("audit.events")
    .select(["subject", "flight_id"])
    .where("action", "=", "object.downloaded")
    .execute();
const reflightOf = async (processingId = ID, identity = CREW) =>
  (await ask(lineEndpoints.readReflight, { params: { processingId }, identity })).reply;

const mapOf = async (flightId = FLIGHT, identity = CREW) =>
  (await ask(lineEndpoints.readFlightMap, { params: { flightId }, identity })).reply;

beforeAll(async () => {
  rig = await RunRig.open();
  ask = serveRig(rig);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${FLIGHT}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(rig.db);
  await sql`INSERT INTO projects VALUES (${PROJECT}, 'Coast', 'Mina', 'Processing', 'LiDAR', 'C'),
    ('PRJ00002', 'Hills', 'Mina', 'Processing', 'LiDAR', 'C')`.execute(rig.db);
  await seedProcessing(ID, OF);
  const other = { guid: "guid-b", sensorId: "SL000002", projectId: "PRJ00002", aoiNum: 1 };
  await seedProcessing("b".repeat(24), other);
  await seedProcessing("c".repeat(24), { ...other, guid: "guid-c", sensorId: "SL000003" }, "iptm");
  await seedProcessing("d".repeat(24), {
    ...other,
    guid: "guid-d",
    sensorId: "SL000004",
    aoiNum: null,
  });
  const upload = { flight: FLIGHT, type: "LiDAR" } as const;
  const files = { "PRJ00001_flight_plan.kmz": PLAN, "FL000202_01.kmz": kmz(), "a.range": "x" };
  await seedUpload(rig.deps, files, { ...upload, sensor: "Galaxy - 001" });
  const others = { "PRJ00002_flight_plan.kmz": kmz(), "FL000202_02.kmz": kmz() };
  await seedUpload(rig.deps, others, { ...upload, sensor: "Galaxy - 002" });
  await seedUpload(rig.deps, { "PRJ00009_x.kmz": "no zip" }, { ...upload, sensor: "Galaxy - 004" });
});
afterAll(() => rig.close());

describe("flight lines of an area of interest", () => {
  test("nothing is published: there are none, in the one form of an error", async () => {
    await expect(lines()).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("without the job's own they are made of the trajectory, clipped to the plan's area, once", async () => {
    await publish(OF.guid, "GPS", {
      "trajectory.geojson": track([144.9, -37, 900], [145.1, -37, 910], [145.1, -36]),
    });
    const [one, two] = await Promise.all([lines(), lines()]);
    expect((await linesAt(one.reply.url)).map(({ name, positions }) => [name, positions])).toEqual([
      [
        "Trajectory 1",
        [
          [145.01, -37],
          [145.05, -37],
        ],
      ],
    ]);
    expect(await linesAt(two.reply.url)).toEqual(await linesAt(one.reply.url));
    const made = (await stored()).filter((key) => key.includes("/.made-"));
    expect(made).toEqual([
      expect.stringMatching(/^guid-a\/PI1_MineIP1\/\.made-[0-9a-f]{32}\/lines_AOI2\.kmz$/),
    ]);
    await lines();
    expect((await stored()).filter((key) => key.includes("/.made-"))).toEqual(made);
  });

  test("what is made follows its sources: of another trajectory, or of the lines' job, it is another", async () => {
    await publish(OF.guid, "GPS", { "trajectory.geojson": track([145.02, -37], [145.03, -37]) });
    const [moved] = await linesAt((await lines()).reply.url);
    expect(moved?.positions).toEqual([
      [145.02, -37],
      [145.03, -37],
    ]);
    await publish(OF.guid, LINES_JOB, {
      "lines.kmz": kmz(lineMark("7", [145, -37], [145.03, -37])),
    });
    const [drawn] = await linesAt((await lines()).reply.url);
    expect(drawn).toMatchObject({ name: "7" });
    expect(drawn?.positions[0]).toEqual([145.01, -37]);
    expect((await stored()).filter((key) => key.includes("/.made-"))).toHaveLength(3);
  });

  test("what stands in the job's folder, done by hand, is given as it is", async () => {
    const { store, buckets } = rig.deps;
    const bytes = Buffer.from(kmz(lineMark("by hand", [1, 2], [3, 4])));
    const key = `${OF.guid}/${LINES_JOB}/lines_AOI2.kmz`;
    await store.write(buckets.processing, key, [bytes], { size: bytes.length });
    expect(await linesAt((await lines()).reply.url)).toMatchObject([{ name: "by hand" }]);
  });

  test("what the published attempt drew goes before all others; a guest and a processing-only user see it", async () => {
    const own = kmz(lineMark("3.1", [145.02, -37], [145.04, -37]));
    await publish(OF.guid, LINES_JOB, { "lines_AOI2.kmz": own, "lines.kmz": kmz() });
    for (const identity of [CREW, GUEST, ONLY]) {
      const { url, expires } = (await lines(OF, identity)).reply;
      expect(await linesAt(url)).toMatchObject([{ name: "3.1" }]);
      expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(300_000);
    }
  });

  test("a damaged file is no lines, and no failure of the server", async () => {
    const other = { guid: "guid-b", sensorId: "SL000002", projectId: "PRJ00002", aoiNum: 1 };
    await publish("guid-b", LINES_JOB, { "lines.kmz": "no zip" });
    await expect(lines(other)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
    await publish("guid-b", LINES_JOB, {});
    await publish("guid-b", "GPS", { "trajectory.geojson": '{"features":[{}]}' });
    await expect(lines(other)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("lines of another log, project or area are none, whether there is such a record or not", async () => {
    const refusals = [
      { ...OF, guid: "guid-z" },
      { ...OF, guid: "guid-b" },
      { ...OF, sensorId: "SL000002" },
      { ...OF, projectId: "PRJ00002" },
      { ...OF, projectId: null },
      { ...OF, aoiNum: 1 },
    ].map((of) => lines(of).catch(({ code, message }) => `${code}: ${message}`));
    expect(new Set(await Promise.all(refusals))).toEqual(
      new Set(["PROCESSING_NOT_FOUND: there is no such processing"]),
    );
  });

  test("the Terrain Mapper's lines are none for those who do not see its dashboard", async () => {
    const mapper = { guid: "guid-c", sensorId: "SL000003", projectId: "PRJ00002", aoiNum: 1 };
    await expect(lines(mapper, CREW)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
    await expect(lines(mapper, ONLY)).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
  });

  test.each([
    { guid: "../guid-b" },
    { guid: "guid-a/../guid-b" },
    { guid: "guid-a\u0000" },
    { guid: "" },
    { aoiNum: 0 },
    { aoiNum: 1.5 },
    { aoiNum: "2/../../guid-b/lines" },
    { sensorId: "sl000001" },
    { projectId: "PRJ1" },
    { file: "manifest.json" },
  ])("no name leads to another folder: %j", async (changed) => {
    await expect(lines({ ...OF, ...changed })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("KMZ files of a flight", () => {
  test("names of a kind, each once, sorted; a flight's number without its FL is the same", async () => {
    const plans = ["PRJ00001_flight_plan.kmz", "PRJ00002_flight_plan.kmz", "PRJ00009_x.kmz"];
    expect(await list("plan")).toEqual(plans);
    expect(await list("plan", GUEST, "000202")).toEqual(plans);
    expect(await list("coverage")).toEqual(["FL000202_01.kmz", "FL000202_02.kmz"]);
    expect(await list("lines")).toEqual(["lines_AOI2.kmz"]);
  });

  test.each(["", "gps", "../plan", "PLAN", "manifest", "__proto__"])(
    "no other kind is listed: %j",
    async (kind) => {
      await expect(list(kind)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    },
  );

  test("a flight that there is not, or whose processings the caller may not see, is none", async () => {
    const missing = { code: "FLIGHT_NOT_FOUND" };
    await expect(list("plan", CREW, "FL999999")).rejects.toMatchObject(missing);
    await sql`UPDATE processings SET area = 'iptm'`.execute(rig.db);
    await expect(list("plan", ONLY)).rejects.toMatchObject(missing);
    await expect(urls(PROJECT, ONLY)).rejects.toMatchObject(missing);
    expect(await list("coverage", CREW)).toHaveLength(2);
    await sql`UPDATE processings SET area = 'ip' WHERE guid <> 'guid-c'`.execute(rig.db);
  });

  test("addresses are of one project's files, handed out on record, and not to guests", async () => {
    await publish(OF.guid, LINES_JOB, { "lines_AOI2.kmz": kmz(), "lines.kmz": kmz() });
    const before = (await recorded()).length;
    const addresses = await urls(PROJECT);
    expect(addresses.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "plan PRJ00001_flight_plan.kmz",
      "coverage FL000202_01.kmz",
      "lines lines_AOI2.kmz",
    ]);
    expect((await linesAt(addresses[0]!.url)).map(({ name }) => name)).toContain("Line 009");
    const events = await recorded();
    expect(events).toHaveLength(before + 3);
    expect(events.at(-1)).toEqual({ subject: "crew", flight_id: FLIGHT });
    await expect(urls("PRJ00005")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
    await expect(urls(PROJECT, GUEST)).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
  });
});

describe("the map of a flight", () => {
  test("has the lines and areas of its plans, and what was flown, thinned", async () => {
    const long = Array.from({ length: 2_000 }, (_, at) => [145 + at / 20_000, -37, 900]);
    await publish(OF.guid, "GPS", { "trajectory.geojson": track(...long) });
    await publish(OF.guid, LINES_JOB, {});
    const { planned, flown } = await mapOf();
    expect(planned.map(({ name, area }) => [name, area])).toEqual([
      ["AOI 1", true],
      ["AOI 2", true],
      ["Line 001", false],
      ["Cross Strip 1", false],
      ["Line 009", false],
    ]);
    expect(planned.filter(({ crossStrip }) => crossStrip)).toHaveLength(1);
    const [trajectory, ...more] = flown;
    expect(more).toEqual([]);
    expect(trajectory?.path.length).toBeLessThanOrEqual(401);
    expect(trajectory?.path.at(-1)).toEqual([144.99995 + 0.1, -37]);
  });

  test("leaves out what cannot be read, and what was superseded", async () => {
    await publish(OF.guid, LINES_JOB, { "lines.kmz": "no zip" });
    expect((await mapOf()).flown).toEqual([]);
    await sql`UPDATE processings SET active = false WHERE id = ${ID}`.execute(rig.db);
    expect((await mapOf()).planned).toEqual([]);
    await sql`UPDATE processings SET active = true WHERE id = ${ID}`.execute(rig.db);
    await publish(OF.guid, LINES_JOB, {});
  });

  test("of a flight that there is not is empty, and is none of a processing-only user's", async () => {
    expect(await mapOf("FL999999")).toEqual({ planned: [], flown: [] });
    await expect(mapOf(FLIGHT, ONLY)).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
  });
});

describe("reflight", () => {
  test("planned lines that enter the area stand beside what was flown, by the trajectory", async () => {
    await publish(OF.guid, "GPS", {
      "trajectory.geojson": track([144.9, -37, 9], [145.05, -37, 9]),
    });
    const reflight = await reflightOf();
    expect(reflight).toMatchObject({
      plans: ["PRJ00001_flight_plan.kmz"],
      unreadPlans: [],
      flownBy: "trajectory",
      linesLeftOut: 0,
    });
    const [line, cross, ...more] = reflight.lines;
    expect(more).toEqual([]);
    expect(line).toMatchObject({ name: "Line 001", crossStrip: false });
    // 0.1° of longitude at 37° S is 8,904 m on WGS 84 (geodesic).
    expect(line!.length).toBeCloseTo(8_904, -2);
    expect(line!.missed).toHaveLength(1);
    expect(line!.missed[0]!.to).toBeCloseTo(line!.length, 0);
    expect(line!.missed[0]!.path.at(-1)).toEqual([145.1, -37]);
    expect(cross).toMatchObject({ name: "Cross Strip 1", crossStrip: true });
    expect(cross!.missed[0]!.to - cross!.missed[0]!.from).toBeCloseTo(cross!.length, 0);
  });

  test("without a trajectory the published lines are taken; without either, or a plan, it is said", async () => {
    await publish("guid-b", "GPS", { "trajectory.geojson": track([145, -37], [146, -37]) });
    expect(await reflightOf("b".repeat(24))).toMatchObject({ flownBy: "trajectory", lines: [] });
    expect(await reflightOf("d".repeat(24))).toEqual({
      plans: ["PRJ00009_x.kmz"],
      unreadPlans: [],
      flownBy: null,
      lines: [],
      linesLeftOut: 0,
    });
    await publish("guid-d", LINES_JOB, { "lines.kmz": kmz(lineMark("1", [145, -37], [146, -37])) });
    expect(await reflightOf("d".repeat(24))).toMatchObject({
      plans: [],
      unreadPlans: ["PRJ00009_x.kmz"],
      flownBy: "lines",
      lines: [],
    });
  });

  test("the Terrain Mapper's reflight is none for those who do not see its dashboard", async () => {
    const mapper = "c".repeat(24);
    expect(await reflightOf(mapper)).toMatchObject({ plans: [], flownBy: null });
    const refused = { code: "PROCESSING_NOT_FOUND", message: "there is no such processing" };
    await expect(reflightOf(mapper, ONLY)).rejects.toMatchObject(refused);
    await expect(reflightOf("e".repeat(24))).rejects.toMatchObject(refused);
  });
});
