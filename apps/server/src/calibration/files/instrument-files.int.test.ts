import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import type { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { keepFirstLMSVersion } from "../../domain/settings/lms-version.ts";
import { serveCalibrations } from "../calibration.routes.ts";

const { serve, ask } = recordServe();
const identity = testIdentity("crew");
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-ABC', 'FixedWing')`.execute(db);
  await sql`INSERT INTO sensor_equipment VALUES ('Galaxy - 045', 'LiDAR', NULL, NULL)`.execute(db);
  await keepFirstLMSVersion(db, "4.2");
  serveCalibrations(serve, { db });
});
afterAll(() => database.drop());
beforeEach(() => sql`DELETE FROM calibrations`.execute(database.db));

const NUMBERS = Object.fromEntries(
  ["PriGNSSLever", "RefToIMULever", "RefToIMUMountingAngl"].flatMap((name) =>
    ["X", "Y", "Z"].map((axis) => [name + axis, 0]),
  ),
);
const ddmmyyyy = (date: string): string => date.split("-").toReversed().join("");
const nameOf = (day: string, kind: string): string =>
  `1234045_VH-ABC_LMS42_${ddmmyyyy(day)}.${kind}`;

/** Saves a record of a day with these contents. */
async function save(
  day: string,
  files: { RES?: string; TBL?: string | Buffer; LCP?: string } = {},
) {
  const { RES = "res", TBL = "0 0.0\n", LCP = "lcp" } = files;
  const body = {
    SensorName: "Galaxy - 045",
    Aircraft: "VH-ABC",
    SurveyDate: `${day}T00:00:00.000Z`,
    ScheduledExpiryDate: "2028-03-14T00:00:00.000Z",
    ...NUMBERS,
    LMSInstrumentRES: RES,
    LMSInstrumentTBL: gzipSync(TBL).toString("base64"),
    LMSInstrumentLCP: LCP,
    InstrumentFileNames: ["RES", "TBL", "LCP"].map((kind) => nameOf(day, kind)),
  };
  const { reply } = await ask(endpoints.createCalibration, { body, identity });
  return reply.result._id;
}
const differences = async (first: string, second: string) =>
  (await ask(endpoints.compareInstrumentFiles, { query: { first, second }, identity })).reply;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test("instrument files come back as they were, names too, in a zip by the name of its header", async () => {
  const calibrationId = await save("2026-03-14");
  const unpacked = async () => {
    const { reply, headers } = await ask(endpoints.downloadInstrumentFiles, {
      params: { calibrationId },
    });
    expect(headers["x-name"]).toBe("Galaxy - 045_VH-ABC_14032026.zip");
    return Object.entries(unzipSync(reply)).map(([name, bytes]) => [name, strFromU8(bytes)]);
  };
  expect(await unpacked()).toEqual([
    [nameOf("2026-03-14", "RES"), "res"],
    [nameOf("2026-03-14", "TBL"), "0 0.0\n"],
    [nameOf("2026-03-14", "LCP"), "lcp"],
  ]);
  // An import brings no names.
  await sql`UPDATE calibrations SET instrument_files = instrument_files - 'names'`.execute(
    database.db,
  );
  expect(await unpacked()).toEqual([
    ["Galaxy - 045_VH-ABC_14032026.RES", "res"],
    ["Galaxy - 045_VH-ABC_14032026.TBL", "0 0.0\n"],
    ["Galaxy - 045_VH-ABC_14032026.LCP", "lcp"],
  ]);
});

test("of two records the files are compared by name, size, checksum, and texts by their lines", async () => {
  const first = await save("2026-03-14", { RES: "a\nb\nc\n", TBL: Buffer.from([1, 0, 2]) });
  const second = await save("2026-04-14", { RES: "a\nB\nc\n", TBL: Buffer.from([1, 0, 3]) });
  const [RES, TBL, LCP] = await differences(first, second);
  expect(RES).toEqual({
    kind: "RES",
    first: { name: nameOf("2026-03-14", "RES"), bytes: 6, sha256: sha256("a\nb\nc\n") },
    second: { name: nameOf("2026-04-14", "RES"), bytes: 6, sha256: sha256("a\nB\nc\n") },
    lines: {
      from: 2,
      lines: [
        { of: "first", text: "b" },
        { of: "second", text: "B" },
      ],
      isCut: false,
    },
  });
  expect(TBL).toMatchObject({ kind: "TBL", first: { bytes: 3 }, lines: null });
  expect(LCP?.first?.sha256).toBe(LCP?.second?.sha256);
  expect(LCP?.lines).toBeNull();
});

test("a record without files, or with one that cannot be unpacked, is compared too", async () => {
  const [first, second] = [await save("2026-03-14"), await save("2026-04-14")];
  await sql`UPDATE calibrations SET instrument_files = instrument_files || '{"TBL": "AAAA"}'
    WHERE id = ${first}`.execute(database.db);
  await sql`UPDATE calibrations SET instrument_files = NULL WHERE id = ${second}`.execute(
    database.db,
  );
  expect(await differences(first, second)).toMatchObject([
    { kind: "RES", first: { bytes: 3 }, second: null, lines: null },
    { kind: "TBL", first: null, second: null, lines: null },
    { kind: "LCP", first: { bytes: 3 }, second: null, lines: null },
  ]);
});

test("records are compared by identifiers, and those of cameras have no files", async () => {
  const first = await save("2026-03-14");
  const refused = (second: string) =>
    differences(first, second).then(
      () => undefined,
      ({ code }: AppError) => code,
    );
  expect(await refused("0".repeat(24))).toBe("CALIBRATION_NOT_FOUND");
  expect(await refused("no identifier")).toBe("INVALID_REQUEST");
  const camera = "d".repeat(24);
  await sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date,
    is_active) VALUES (${camera}, 'imagery', 'P1 - 118', 'VH-ABC', '{}', now(), true)`.execute(
    database.db,
  );
  expect(await refused(camera)).toBe("CALIBRATION_NOT_FOUND");
});
