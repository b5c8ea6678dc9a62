import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { retentionEndpoints as calls } from "@swath/contract/retention";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recordEvent } from "../platform/audit/record-event.ts";
import { sealAudit } from "../platform/audit/seal-audit.ts";
import { verifyAudit } from "../platform/audit/verify-audit.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { NAMED, REMOVED } from "./people/named-columns.ts";
import { serveRetention } from "./retention.routes.ts";
import { bucketsNamed } from "./testing/deletion-rig.ts";
import { objectMap } from "./testing/object-map.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const signer = {
  kid: "a-key",
  sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64"),
};
const admin = testIdentity("ada", "admin");
let database: TestDatabase;
let server: ReturnType<typeof recordServe>;
const endSessions = vi.fn(async () => 1);
const { objects, write } = objectMap();

beforeEach(async () => {
  database = await createTestDatabase();
  server = recordServe();
  endSessions.mockClear();
  objects.clear();
  serveRetention(server.serve, {
    db: database.db,
    signer,
    store: { presignGet: async () => "", write },
    supportBucket: "x-support",
    endSessions,
    buckets: bucketsNamed("x"),
    retentionYears: 10,
  });
  await sql
    .raw(`
    INSERT INTO aircraft VALUES ('VH-A', 'Plane');
    INSERT INTO projects (project_id, name, manager, status) VALUES ('P1', 'North', 'M', 'Closed');
    INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, departure_timezone,
      document_major_version, types) VALUES ('FL000001', '{}', '-infinity', 'empty', 'VH-A', 'UTC', 3, '{}');
    INSERT INTO flight_sensors (flight_id, position, sensor_id, type, flight_type, project_id,
      dispatch_lidar, dispatch_imagery) VALUES ('FL000001', 1, 'S1', 'LiDAR', 'Survey', 'P1', '', ''),
      ('FL000001', 2, 'S2', 'LiDAR', 'Survey', 'P1', '', '');`)
    .execute(database.db);
});
afterEach(() => database.drop());

const events = (action: "project.held" | "project.released" | "person.removed") =>
  database.db
    .selectFrom("audit.events")
    .select(["name", "detail"])
    .where("action", "=", action)
    .execute();

const list = async () => (await server.ask(calls.listHolds, { identity: admin })).reply;

describe("a hold", () => {
  const body = { projectId: "P1", reason: "a claim of the client" };
  const hold = () => server.ask(calls.holdProject, { identity: admin, body });

  test("is set with a reason, listed with its flights, recorded, and lifted again", async () => {
    const { reply } = await hold();
    expect(reply).toMatchObject({ projectId: "P1", projectName: "North", flights: 1, by: "Ada" });
    expect(await list()).toEqual([reply]);
    const params = { holdId: String(reply.id) };
    const lift = () =>
      server.ask(calls.liftHold, { identity: admin, params, body: { reason: "settled" } });
    await lift();
    expect(await list()).toMatchObject([{ lifted: { by: "Ada", reason: "settled" } }]);
    await expect(lift()).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
    expect(await events("project.held")).toMatchObject([
      { name: "Ada", detail: { project: "P1", reason: body.reason } },
    ]);
    expect(await events("project.released")).toHaveLength(1);
    await hold();
    expect(await list()).toMatchObject([{ lifted: null }, { lifted: { by: "Ada" } }]);
  });

  test("is set once, on a project that there is, by an administrator", async () => {
    const both = await Promise.allSettled([hold(), hold()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(hold()).rejects.toMatchObject({ code: "ALREADY_HELD" });
    const missing = { ...body, projectId: "P9" };
    await expect(
      server.ask(calls.holdProject, { identity: admin, body: missing }),
    ).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
    const leader = testIdentity("lee", "leader");
    await expect(server.ask(calls.holdProject, { identity: leader, body })).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
    const idle = { ...body, reason: "  " };
    await expect(
      server.ask(calls.holdProject, { identity: admin, body: idle }),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

/** A person in every place that names one. */
async function seedPerson(): Promise<void> {
  const { db } = database;
  const person = { subject: "kim", name: 'Kim "K" Crew' };
  const json = `'{"subject": "kim", "name": "Kim \\"K\\" Crew"}'`;
  const name = `'Kim "K" Crew'`;
  const upload = "a".repeat(24);
  await recordEvent(db, { action: "session.started", actor: person, detail: {} });
  await recordEvent(db, {
    action: "session.ended",
    actor: { subject: "ada", name: "Ada" },
    detail: { by: "administrator", person: person.name },
  });
  await sealAudit(db);
  await sql
    .raw(`
    INSERT INTO uploads (id, flight_id, type, sensor_name, status, subject, user_name, ready_by)
      VALUES ('${upload}', 'FL000001', 'LiDAR', 'S1', 'DATA_READY', 'kim', ${name}, ${name});
    INSERT INTO upload_plans (upload_id, is_update, base_folder, digest, total_bytes, total_files, landing, subject)
      VALUES ('${upload}', false, 'f', 'd', 1, 1, '', 'kim');
    INSERT INTO stored_verifications (upload_id, subject, user_name, ended, outcome, cancelled_by)
      VALUES ('${upload}', 'kim', ${name}, now(), 'cancelled', ${name});
    INSERT INTO replacements (upload_id, user_name) VALUES ('${upload}', ${name});
    INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
      VALUES ('p', 'g', 'ip', 'FL000001', 'S1', 3);
    INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status, qa_user, mark)
      VALUES ('j', 'p', 'ip', 'GPS', 'GPS', 1, 'COMPLETED', ${name}, ${json});
    INSERT INTO processing_job_history (job_id, status, actor) VALUES ('j', 'COMPLETED', ${name});
    INSERT INTO job_orders (job_id, ordered_by) VALUES ('j', ${json});
    INSERT INTO processing_runs (id, job_id, attempt, state, stage, stage_sha256, params, ordered_by,
        inputs_sha256, input_files, input_bytes, engine, bucket, prefix, tasks)
      VALUES ('r', 'j', 1, 'ended', '{}', '', '{}', ${json}, '', 0, 0, 'local', 'b', 'p/', 1);
    INSERT INTO instructions (id, proc_inst_id, project_id, site_name, control, horizontal_datum,
        vertical_datum, tile_extents, tile_naming, products, updated_by)
      VALUES ('i', 'PI1', 'P1', 'Site', false, '', '', '{}', '', '[]', ${name});
    INSERT INTO application_settings (name, value, changed_by) VALUES ('x', 'y', ${name});
    INSERT INTO support_issues (subject, user_name, email, summary, description, priority, url)
      VALUES ('kim', ${name}, 'kim@example.test', 's', 'd', 3, '');
    INSERT INTO project_holds (project_id, reason, subject, user_name, lifted, lifted_by, lift_reason)
      VALUES ('P2', 'a claim', 'kim', ${name}, now(), ${name}, 'settled');
    INSERT INTO project_retention (project_id, set_by) VALUES ('P9', ${name});
    INSERT INTO deletions (kind, about, reason, subject, user_name) VALUES ('flight', 'FL9', 'r', 'kim', ${name});
    INSERT INTO certificates (kind, about, made_by, document) VALUES ('person', 'x', ${name}, '');
    INSERT INTO cold_orders (flight_id, kind, days, tier, subject, user_name)
      VALUES ('FL000001', 'restore', 1, 'Bulk', 'kim', ${name});
    INSERT INTO cloud_findings (id, processing_id, job, attempt, kind, words, place, view, subject, user_name, created)
      VALUES ('c', 'p', 'GPS', 1, 'other', 'w', '{}', '', 'kim', ${name}, now());
    INSERT INTO cloud_finding_answers (finding, words, closes, subject, user_name, created)
      VALUES ('c', 'w', true, 'kim', ${name}, now());
    INSERT INTO saved_profiles (id, processing_id, job, attempt, name, view, subject, user_name, created)
      VALUES ('q', 'p', 'GPS', 1, 'n', '', 'kim', ${name}, now());
    INSERT INTO first_sign_ins (subject) VALUES ('kim');
    INSERT INTO follows (subject, flight_id) VALUES ('kim', 'FL000001');
    INSERT INTO news (subject, event, at, flight_id, area, kind) VALUES ('kim', 1, now(), 'FL000001', '', '');
    INSERT INTO news_readers (subject, email, areas) VALUES ('kim', 'kim@example.test', '{}');
    INSERT INTO processing_bulks (subject, key, request, jobs) VALUES ('kim', gen_random_uuid(), '', '[]');
    INSERT INTO sessions (id, subject, tokens, created, expires, name) VALUES ('s', 'kim', '', now(), now(), ${name});
    INSERT INTO push_subscriptions (endpoint, session, subject, p256dh, auth, sent)
      VALUES ('https://push', 's', 'kim', '', '', 0);
    INSERT INTO views (id, subject, owner_name, name, shared, filters, list)
      VALUES ('v', 'kim', ${name}, 'View', true, '{}', 'flights');`)
    .execute(db);
}

/** Tables in which a row has a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; hit: boolean }>`
    SELECT t.name, (xpath('/row/hit/text()', query_to_xml(format(
      'SELECT count(*) AS hit FROM %s AS x WHERE strpos(x::text, %L) > 0', t.name, ${text}::text),
      false, true, '')))[1]::text <> '0' AS hit
    FROM (SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'audit')) AS t`.execute(database.db);
  return rows.filter(({ hit }) => hit).map(({ name }) => name.replace("public.", ""));
}

describe("the removal of a person", () => {
  const body = { subject: "kim", name: 'Kim "K" Crew', reason: "asked for it" };
  const remove = (changed: Partial<typeof body> = {}, identity = admin) =>
    server.ask(calls.removePerson, { identity, body: { ...body, ...changed } });

  test("leaves neither name nor subject nor address anywhere, and the audit log still holds", async () => {
    await seedPerson();
    const before = await tablesWith("kim");
    expect(before.length).toBeGreaterThan(REMOVED.length);
    const { reply } = await remove();
    expect(await tablesWith("kim")).toEqual([]);
    expect(await tablesWith("Kim")).toEqual([]);
    expect(reply.auditEntries).toBe(2);
    for (const { table } of NAMED) expect([table, reply.rows[table]]).toEqual([table, 1]);
    for (const table of REMOVED) expect(reply.rows[table]).toBeGreaterThan(0);
    expect(await tablesWith(reply.pseudonym)).toEqual(
      expect.arrayContaining(NAMED.map(({ table }) => table)),
    );
    expect(endSessions).toHaveBeenCalledOnce();
    const faults: unknown[] = [];
    await sealAudit(database.db);
    await verifyAudit(database.db, (fault) => faults.push(fault));
    expect(faults).toEqual([]);
    expect(await events("person.removed")).toMatchObject([
      { name: "Ada", detail: { pseudonym: reply.pseudonym, entries: 2, reason: body.reason } },
    ]);
  });

  test("is certified by a signature, and the certificate names nobody who was removed", async () => {
    await seedPerson();
    const { reply } = await remove();
    const { reply: listed } = await server.ask(calls.listCertificates, { identity: admin });
    expect(listed[0]).toMatchObject({ id: reply.certificate, about: reply.pseudonym, by: "Ada" });
    const { reply: kept } = await server.ask(calls.readCertificate, {
      identity: admin,
      params: { certificateId: String(reply.certificate) },
    });
    expect(kept.document).not.toMatch(/[Kk]im/);
    // As it stands in the store, where it outlives the database.
    const object = `_person_${reply.certificate}.json`;
    const stored = [...objects].find(([key]) => key.endsWith(object));
    expect(stored).toEqual([expect.stringMatching(/^x-support\/certificates\/20/), kept.document]);
    const { certificate, signature } = JSON.parse(kept.document);
    const value = Buffer.from(signature.value, "base64");
    const proves = (content: unknown) =>
      verify(
        null,
        Buffer.from(JSON.stringify(content)),
        createPublicKey(publicKey.export({ format: "pem", type: "spki" })),
        value,
      );
    expect(proves(certificate)).toBe(true);
    expect(proves({ ...certificate, reason: "another" })).toBe(false);
    expect(certificate).toMatchObject({ version: 1, about: reply.pseudonym, rows: reply.rows });
  });

  test("is refused for somebody whom the records do not know so, and changes nothing", async () => {
    await seedPerson();
    for (const changed of [{ name: "Kim Other" }, { subject: "nobody" }])
      await expect(remove(changed)).rejects.toMatchObject({ code: "PERSON_NOT_FOUND" });
    expect(endSessions).not.toHaveBeenCalled();
    expect(await events("person.removed")).toEqual([]);
  });

  test("is refused of oneself, and while the person sends an upload", async () => {
    await seedPerson();
    const kim = { ...testIdentity("kim", "admin"), name: body.name };
    await expect(remove({}, kim)).rejects.toMatchObject({ code: "PERSON_ACTIVE" });
    await sql`UPDATE uploads SET lease_renewed = now()`.execute(database.db);
    await expect(remove()).rejects.toMatchObject({ code: "PERSON_ACTIVE" });
  });
});

const due = async () =>
  (await server.ask(calls.listDue, { identity: admin })).reply.projects.map(
    ({ projectId, years }) => [projectId, years],
  );
const closedFor = (years: number) =>
  sql`UPDATE project_closings SET since = now() - ${years} * interval '1 year' - interval '1 day'`.execute(
    database.db,
  );
const keep = (years: number | null) =>
  server.ask(calls.keepProject, { identity: admin, body: { projectId: "P1", years } });
const change = (statement: string) => sql.raw(statement).execute(database.db);

describe("a project's data", () => {
  beforeEach(() =>
    change(`INSERT INTO archives (flight_id, kind, bucket, prefix, objects, bytes, seal)
      VALUES ('FL000001', 'LiDAR', 'b', 'FL000001/LiDAR/', 1, 1, '')`),
  );

  test("is due once the project has been closed for its years, and is archived", async () => {
    await closedFor(9);
    expect(await due()).toEqual([]);
    await closedFor(10);
    expect(await due()).toEqual([["P1", 10]]);
    await change(`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
      VALUES ('u', 'FL000001', 'LiDAR', 'S', 'DATA_READY')`);
    expect(await due()).toEqual([]);
    await change("DELETE FROM uploads");
    await change("DELETE FROM archives");
    expect(await due()).toEqual([]);
  });

  test("is not due while the project is on hold, or once it was opened again", async () => {
    await closedFor(10);
    await change(`INSERT INTO project_holds (project_id, reason, subject, user_name)
      VALUES ('P1', 'r', 's', 'n')`);
    expect(await due()).toEqual([]);
    await change("DELETE FROM project_holds");
    await change("UPDATE projects SET status = 'Active'");
    await change("UPDATE projects SET status = 'Closed'");
    expect(await due()).toEqual([]);
  });

  test("is kept for the project's own years, or for good, where an administrator says so", async () => {
    await closedFor(10);
    await keep(null);
    expect(await due()).toEqual([]);
    await keep(12);
    expect(await due()).toEqual([]);
    await keep(3);
    expect(await due()).toEqual([["P1", 3]]);
    const body = { projectId: "P9", years: 1 };
    await expect(server.ask(calls.keepProject, { identity: admin, body })).rejects.toMatchObject({
      code: "PROJECT_NOT_FOUND",
    });
  });
});
