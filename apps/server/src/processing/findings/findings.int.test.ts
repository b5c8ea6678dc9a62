import type { BodyInput } from "@swath/contract/endpoint";
import {
  type CloudFinding,
  findingEndpoints,
  MAX_FINDINGS,
  MAX_PROFILES,
  profileEndpoints,
} from "@swath/contract/processing";
import { sql } from "kysely";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { CREW, LEADER, serveRig } from "../testing/serve-rig.ts";
import { useRig } from "../testing/use-rig.ts";
import { testStage } from "../testing/run-rig.ts";

const rig = useRig();
const call = () => serveRig(rig());

let processingId = "";
beforeEach(async () => {
  rig().install(testStage("ICP2"));
  processingId = await rig().seedProcessing(["ICP2"]);
  await sql`UPDATE processing_jobs SET attempts = 2`.execute(rig().db);
});

/** The smallest picture that begins as a PNG. */
const PNG = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1").toString("base64");

const step = (changes: Partial<BodyInput<typeof findingEndpoints.markFinding>> = {}) => ({
  processingId,
  job: "ICP2",
  attempt: 2,
  kind: "heightStep" as const,
  words: "0.10 m between lines 1 and 2",
  place: { x: 500_010, y: 6_000_020, z: 61.5, epsg: 32_755, longitude: 147.0001, latitude: -36.14 },
  line: 2,
  view: "profile=500000%2C6000020%2C500020%2C6000020",
  picture: null,
  ...changes,
});

const mark = async (changes = {}, identity = CREW): Promise<CloudFinding> =>
  (await call()(findingEndpoints.markFinding, { body: step(changes), identity })).reply;
const list = async (identity = CREW) =>
  (await call()(findingEndpoints.listFindings, { query: { processingId }, identity })).reply;
const answer = async (
  findingId: string,
  body: { words: string; closes: boolean },
  identity = CREW,
) =>
  (await call()(findingEndpoints.answerFinding, { params: { findingId }, body, identity })).reply;

test("a place is marked with what is wrong there, and listed with who marked it", async () => {
  const { id, ...finding } = await mark();
  const { picture: _, ...marked } = step();
  expect(finding).toEqual({
    ...marked,
    flightId: expect.stringMatching(/^FL/),
    hasPicture: false,
    by: CREW.name,
    at: expect.any(String),
    closed: false,
    answers: [],
  });
  expect(await list()).toEqual([{ id, ...finding }]);
  const { flightId } = finding;
  const { reply } = await call()(findingEndpoints.listFindings, {
    query: { flightId },
    identity: CREW,
  });
  expect(reply.map((each) => each.id)).toEqual([id]);
});

test("an answer that settles a finding closes it, and another one opens it again", async () => {
  const [first, second] = [await mark(), await mark({ kind: "noise" })];
  const settled = await answer(first.id, { words: " flown again ", closes: true });
  expect(settled).toMatchObject({
    closed: true,
    answers: [{ words: "flown again", closes: true, by: CREW.name }],
  });
  // The open ones come first.
  expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
  const opened = await answer(first.id, { words: "it is still there", closes: false });
  expect([opened.closed, opened.answers.length]).toEqual([false, 2]);
});

const readPicture = (findingId: string) =>
  call()(findingEndpoints.readFindingPicture, { params: { findingId }, identity: CREW });

test("a finding's picture is read by itself", async () => {
  const { id, hasPicture } = await mark({ picture: PNG });
  expect(hasPicture).toBe(true);
  expect((await readPicture(id)).reply).toEqual({ picture: PNG });
  await expect(readPicture((await mark()).id)).rejects.toMatchObject({ code: "FINDING_NOT_FOUND" });
});

test("a picture that is none is refused, and nothing is marked", async () => {
  const picture = Buffer.from("<svg>").toString("base64");
  await expect(mark({ picture })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  expect(await list()).toEqual([]);
});

test("an attempt that was not is refused", async () => {
  await expect(mark({ attempt: 3 })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("a job or processing that is not there has no findings", async () => {
  const none = { code: "PROCESSING_NOT_FOUND" };
  await expect(mark({ job: "PI1" })).rejects.toMatchObject(none);
  await expect(mark({ processingId: "0".repeat(24) })).rejects.toMatchObject(none);
  const { reply } = await call()(findingEndpoints.listFindings, {
    query: { flightId: "FL999999" },
    identity: CREW,
  });
  expect(reply).toEqual([]);
});

test("a processing has a bounded number of findings", async () => {
  const { id } = await mark();
  await sql`INSERT INTO cloud_findings SELECT 'n' || n, processing_id, job, attempt, kind, words, place, line, view,
    picture, subject, user_name, created, closed FROM cloud_findings, generate_series(2, ${sql.lit(MAX_FINDINGS)}) AS n
    WHERE id = ${id}`.execute(rig().db);
  await expect(mark()).rejects.toMatchObject({ code: "TOO_MANY_FINDINGS" });
});

describe("who may not", () => {
  const guest = testIdentity("guest", "guest");
  const office = testIdentity("office", "processingOnly");

  test("look at clouds neither reads findings nor marks any", async () => {
    const { id } = await mark();
    const refused = { code: "INSUFFICIENT_PRIVILEGES" };
    await expect(list(guest)).rejects.toMatchObject(refused);
    await expect(mark({}, guest)).rejects.toMatchObject(refused);
    await expect(answer(id, { words: "x", closes: true }, guest)).rejects.toMatchObject(refused);
  });

  test("see a processing learns nothing of its findings", async () => {
    const { id, flightId } = await mark({ picture: PNG });
    await sql`UPDATE processings SET area = 'iptm'`.execute(rig().db);
    await expect(list(office)).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
    const { reply } = await call()(findingEndpoints.listFindings, {
      query: { flightId },
      identity: office,
    });
    expect(reply).toEqual([]);
    const gone = { code: "FINDING_NOT_FOUND" };
    await expect(answer(id, { words: "x", closes: true }, office)).rejects.toMatchObject(gone);
    const params = { findingId: id };
    await expect(
      call()(findingEndpoints.readFindingPicture, { params, identity: office }),
    ).rejects.toMatchObject(gone);
    for (const endpoint of [
      findingEndpoints.exportFindings,
      findingEndpoints.packageFindings,
      findingEndpoints.reportFindings,
    ])
      await expect(
        call()(endpoint, { query: { processingId }, identity: office }),
      ).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
  });
});

describe("findings as a file", () => {
  beforeEach(async () => {
    const { id } = await mark();
    await answer(id, { words: "flown again", closes: true });
    await mark({
      kind: "other",
      line: null,
      place: { ...step().place, longitude: null, latitude: null },
    });
  });

  test("GeoJSON has a point for each whose system is known, with its answers", async () => {
    const { reply } = await call()(findingEndpoints.exportFindings, {
      query: { processingId },
      identity: CREW,
    });
    const { type, features } = JSON.parse(Buffer.from(reply).toString());
    expect(type).toBe("FeatureCollection");
    expect(features).toMatchObject([
      { geometry: null, properties: { kind: "Other", status: "open", line: null } },
      {
        geometry: { type: "Point", coordinates: [147.0001, -36.14] },
        properties: {
          kind: "Height step between lines",
          status: "settled",
          line: 2,
          x: 500_010,
          answers: expect.stringMatching(/^20.*Z Crew \(settled\): flown again$/),
        },
      },
    ]);
  });

  test("the report has class, words, state, place, answers and pictures, and no markup of theirs", async () => {
    await mark({ words: "<script>alert(1)</script>", picture: PNG });
    const { reply } = await call()(findingEndpoints.reportFindings, {
      query: { processingId },
      identity: CREW,
    });
    const page = Buffer.from(reply).toString();
    expect(page).toContain("<p>2 open of 3.</p>");
    expect(page).toContain("Height step between lines, line 2: settled");
    expect(page).toContain(
      "x 500010.00, y 6000020.00, z 61.50, EPSG:32755 (-36.140000, 147.000100)",
    );
    expect(page).toContain("flown again<br>");
    expect(page).toContain(`src="data:image/png;base64,${PNG}"`);
    expect(page).toContain("&lt;script&gt;alert(1)");
    expect(page).not.toContain("<script");
    expect(page).toContain("default-src 'none'");
  });

  test("GeoPackage has the same rows, with points in WGS 84", async () => {
    const { reply } = await call()(findingEndpoints.packageFindings, {
      query: { processingId },
      identity: CREW,
    });
    using database = new DatabaseSync(":memory:");
    database.deserialize(reply);
    expect(database.prepare("SELECT kind, status, line FROM findings ORDER BY fid").all()).toEqual([
      { kind: "Other", status: "open", line: null },
      { kind: "Height step between lines", status: "settled", line: 2 },
    ]);
    const {
      srs_id: srs,
      min_x: x,
      max_y: y,
    } = database.prepare("SELECT srs_id, min_x, max_y FROM gpkg_contents").get()!;
    expect([srs, x, y]).toEqual([4326, 147.0001, -36.14]);
    const [none, point] = database.prepare("SELECT geom FROM findings ORDER BY fid").all();
    expect(none!["geom"]).toBeNull();
    const bytes = Buffer.from(point!["geom"] as Uint8Array);
    expect([bytes.readDoubleLE(45), bytes.readDoubleLE(53)]).toEqual([147.0001, -36.14]);
  });
});

/** A profile that is compared with the attempt before. */
const steep = (changes: Partial<BodyInput<typeof profileEndpoints.saveProfile>> = {}) => ({
  processingId,
  job: "ICP2",
  attempt: 2,
  name: " <b>Road</b> ",
  view: `profile=1%2C2%2C3%2C4&width=300&compare=${processingId}~ICP2~1`,
  picture: PNG,
  ...changes,
});
const save = async (changes = {}, identity = CREW) =>
  (await call()(profileEndpoints.saveProfile, { body: steep(changes), identity })).reply;
const saved = async (identity = CREW) =>
  (await call()(profileEndpoints.listProfiles, { query: { processingId }, identity })).reply;
const remove = (profileId: string, identity = CREW) =>
  call()(profileEndpoints.deleteProfile, { params: { profileId }, identity });
const pictureOf = async (profileId: string, identity = CREW) =>
  (await call()(profileEndpoints.readProfilePicture, { params: { profileId }, identity })).reply;

describe("saved profiles", () => {
  test("are kept under a name, with the view, who saved them, and their picture", async () => {
    const profile = await save();
    const { picture: _, ...body } = steep();
    expect(profile).toEqual({
      ...body,
      name: "<b>Road</b>",
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      hasPicture: true,
      by: CREW.name,
      at: expect.any(String),
      mayDelete: true,
    });
    expect(await saved()).toEqual([profile]);
    expect(await pictureOf(profile.id)).toEqual({ picture: PNG });
    const none = await save({ picture: null });
    await expect(pictureOf(none.id)).rejects.toMatchObject({ code: "PROFILE_NOT_FOUND" });
  });

  test("are deleted by who saved them or by who may resubmit, and by nobody else", async () => {
    const [own, other] = [await save(), await save()];
    const someone = testIdentity("someone");
    await expect(remove(own.id, someone)).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
    expect((await saved(someone)).map(({ mayDelete }) => mayDelete)).toEqual([false, false]);
    await remove(own.id);
    await remove(other.id, LEADER);
    expect(await saved()).toEqual([]);
    await expect(remove(own.id)).rejects.toMatchObject({ code: "PROFILE_NOT_FOUND" });
  });

  test("have a picture that is one, an attempt that was, and a name and view within bounds", async () => {
    const invalid = { code: "INVALID_REQUEST" };
    const svg = Buffer.from("<svg>").toString("base64");
    await expect(save({ picture: svg })).rejects.toMatchObject(invalid);
    await expect(save({ attempt: 3 })).rejects.toMatchObject(invalid);
    const { body } = profileEndpoints.saveProfile;
    for (const changes of [
      { name: "  " },
      { name: "n".repeat(101) },
      { view: "x=<b>" },
      { view: "x".repeat(1_501) },
      { picture: "A".repeat(533_340) },
    ])
      expect(body.safeParse(steep(changes)).success).toBe(false);
    expect(await saved()).toEqual([]);
  });

  test("are bounded in number", async () => {
    const { id } = await save();
    await sql`INSERT INTO saved_profiles SELECT 'n' || n, processing_id, job, attempt, name, view, picture, subject,
      user_name, created FROM saved_profiles, generate_series(2, ${sql.lit(MAX_PROFILES)}) AS n
      WHERE id = ${id}`.execute(rig().db);
    await expect(save()).rejects.toMatchObject({ code: "TOO_MANY_PROFILES" });
  });

  test("of a processing that somebody does not see are nothing to them", async () => {
    const { id } = await save();
    const office = testIdentity("office", "processingOnly");
    await expect(saved(office)).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
    await expect(save({}, office)).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
    await expect(pictureOf(id, office)).rejects.toMatchObject({ code: "PROFILE_NOT_FOUND" });
    await expect(remove(id, office)).rejects.toMatchObject({ code: "PROFILE_NOT_FOUND" });
    await expect(saved(testIdentity("guest", "guest"))).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
  });
});
