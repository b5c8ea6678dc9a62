import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { errorBodySchema } from "@swath/contract/errors";
import { flightSchema } from "@swath/contract/flights";
import { settingsSchema, webConfigSchema } from "@swath/contract/settings";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../platform/postgres/testing.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
let place: string;
let environment: NodeJS.ProcessEnv;
let home: string;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "swath-program-"));
  await chmod(place, 0o755);
  const port = await freePort();
  home = `http://localhost:${port}`;
  environment = {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    PORT: String(port),
    SWATH_DATA: join(place, "data"),
    SWATH_LOG_LEVEL: "warn",
  };
});
afterAll(() => rm(place, { recursive: true, force: true }));

function start(words: string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, ...more },
  });
}

/** Runs a command to its end. */
async function run(words: string[], more: NodeJS.ProcessEnv = {}) {
  const child = start(words, more);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("no pipes");
  const [out, errors] = await Promise.all([text(stdout), text(stderr), once(child, "close")]);
  return { code: child.exitCode, out, errors };
}

/** Starts a server or worker and waits for its line. */
async function begin(words: string[], more: NodeJS.ProcessEnv = {}) {
  const child = start(words, more);
  let [out, errors] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  for (let waited = 0; waited < 50_000 && !out.includes("ready"); waited += 50) {
    if (child.exitCode !== null)
      throw new Error(`swath ${words.join(" ")} ended with ${child.exitCode}: ${errors}`);
    await sleep(50);
  }
  return { child, out: () => out };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
  return child.exitCode;
}

async function get<T extends z.ZodType>(path: string, token: string, shape: T) {
  const response = await fetch(new URL(path, home), {
    headers: { authorization: `Bearer ${token}` },
  });
  return { total: response.headers.get("x-total-count"), body: shape.parse(await response.json()) };
}

test("one command serves the demonstration; it is refused twice, survives kill -9, and ends by a signal", async () => {
  const first = await begin(["serve", "--with-worker"]);
  expect(first.out()).toBe(`Swath is ready at ${home}\n`);
  expect((await fetch(`${home}/readyz`)).status).toBe(200);
  webConfigSchema.parse(await (await fetch(`${home}/config.json`)).json());

  const { out: token, code } = await run(["token", "crew"]);
  expect(code).toBe(0);
  const flights = await get("/api/main/flights?pageSize=5", token.trim(), z.array(flightSchema));
  expect(Number(flights.total)).toBeGreaterThanOrEqual(60);
  expect(flights.body).toHaveLength(5);
  await get("/api/main/settings", token.trim(), settingsSchema);
  const { out: nobody } = await run(["token", "nogroup"]);
  const refused = await get("/api/main/flights", nobody.trim(), errorBodySchema);
  expect(refused.body.code).toBe("INSUFFICIENT_PRIVILEGES");

  const second = await run(["serve"]);
  expect(second.code).toBe(1);
  expect(second.errors).toMatch(/^Swath already runs on the data folder .*\n$/);

  const worker = await begin(["work"]);
  expect(await end(worker.child, "SIGTERM")).toBe(0);

  const postgres = await readFile(join(place, "data", "postgres", "postmaster.pid"), "utf8");
  await end(first.child, "SIGKILL");
  process.kill(Number(postgres.split("\n")[0]), "SIGKILL");
  const third = await begin(["serve", "--with-worker"]);
  const again = await get("/api/main/flights?pageSize=5", token.trim(), z.array(flightSchema));
  expect(again.total).toBe(flights.total);
  expect(await end(third.child, "SIGTERM")).toBe(0);
  await expect(readFile(join(place, "data", "postgres", "postmaster.pid"))).rejects.toThrow();
}, 120_000);

test("a start that is asked to end in the midst of it ends, without a trace and without a PostgreSQL", async () => {
  const data = join(place, "abandoned");
  const settings = { SWATH_DATA: data, PORT: String(await freePort()) };
  const child = start(["serve", "--with-worker"], settings);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  // The database runs, and the demonstration's flights are being written.
  const note = join(data, "postgres", "postmaster.pid");
  const has = (): Promise<boolean> => stat(note).then(Boolean, () => false);
  await expect.poll(has, { timeout: 60_000 }).toBe(true);
  expect(await end(child, "SIGTERM")).toBe(0);
  expect(await has()).toBe(false);
  expect(errors).not.toContain("    at ");
}, 120_000);

test("a catalogue file is imported whole or not at all, also while no server runs", async () => {
  const path = join(place, "catalogue.json");
  await writeFile(path, JSON.stringify({ aircraft: [{ Name: "VH-NEW", Type: "Rotary" }] }));
  const bad = await run(["import", path]);
  expect(bad.code).toBe(1);
  expect(bad.errors).toContain("flights");
  const catalogue = {
    aircraft: [{ Name: "VH-NEW", Type: "Rotary" }],
    sensorEquipment: [],
    projects: [],
    flights: [],
  };
  await writeFile(path, JSON.stringify(catalogue));
  expect(await run(["import", path])).toMatchObject({
    code: 0,
    out: "Imported 0 flights with 0 uploads, 1 aircraft and 0 sensors.\n",
  });
}, 60_000);

test("two servers and a worker share one external database", async () => {
  const database = await createTestDatabase();
  const other = { PORT: String(await freePort()) };
  const shared = { DATABASE_URL: database.url, SWATH_DATA: join(place, "shared") };
  const running = await Promise.all([
    begin(["serve"], shared),
    begin(["serve"], { ...shared, ...other }),
    begin(["work"], shared),
  ]);
  const taken = await run(["serve"], shared);
  expect(taken.code).toBe(1);
  expect(taken.errors).toMatch(/^Port \d+ is taken by another program; .*\n$/m);
  const codes = await Promise.all(running.map(({ child }) => end(child, "SIGINT")));
  expect(codes).toEqual([0, 0, 0]);
  await database.drop();
}, 90_000);

test("an external database is migrated by its owner's command; servers run as a role that defines nothing", async () => {
  const database = await createTestDatabase();
  const role = `server_${randomBytes(8).toString("hex")}`;
  for (const statement of [
    "DROP SCHEMA public, audit, pgboss CASCADE",
    "CREATE SCHEMA public",
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`,
  ])
    await sql.raw(statement).execute(database.db);
  const url = new URL(database.url);
  url.username = role;
  url.password = "secret";
  const log = join(place, "role.log");
  const server = {
    DATABASE_URL: url.href,
    PORT: String(await freePort()),
    SWATH_DATA: join(place, "role"),
    SWATH_LOG_FILE: log,
  };

  const early = await run(["serve"], server);
  expect(early.code).toBe(1);
  expect(early.errors).toMatch(/^The database is not prepared .* run `swath migrate` .*\n$/);
  const unset = await run(["migrate"]);
  expect(unset.errors).toMatch(/^The embedded database is migrated by the server itself; .*\n$/);
  const owner = { ...server, DATABASE_OWNER_URL: database.url };
  expect(await run(["migrate"], owner)).toMatchObject({
    code: 0,
    out: `The database is migrated, and open to the servers' role ${role}.\n`,
  });
  expect((await run(["migrate"], owner)).code).toBe(0);

  const { child } = await begin(["serve", "--with-worker"], server);
  const at = `http://localhost:${server.PORT}`;
  const { out: token } = await run(["token", "crew"], server);
  const headers = { authorization: `Bearer ${token.trim()}` };
  await vi.waitFor(
    async () => {
      const reply = await fetch(`${at}/api/main/flights?pageSize=5`, { headers });
      expect(Number(reply.headers.get("x-total-count"))).toBeGreaterThanOrEqual(60);
    },
    { timeout: 20_000, interval: 500 },
  );
  expect((await fetch(`${at}/auth/login`, { redirect: "manual" })).status).toBe(302);
  // Its periodic jobs have had their first turn.
  await sleep(3_000);
  expect(await end(child, "SIGTERM")).toBe(0);
  expect(await readFile(log, "utf8")).not.toMatch(/permission denied|must be owner|42501/);
  const events = sql<{ n: number }>`SELECT count(*) AS n FROM audit.events`;
  expect((await events.execute(database.db)).rows[0]?.n).toBeGreaterThan(0);
  await sql.raw(`DROP OWNED BY ${role}`).execute(database.db);
  await sql.raw(`DROP ROLE ${role}`).execute(database.db);
  await database.drop();
}, 120_000);

test("what is wrong is told in one line", async () => {
  expect(await run(["serve"], { PORT: "many" })).toMatchObject({
    code: 1,
    errors: "The configuration is not valid: PORT must be a number.\n",
  });
  const alone = await run(["work"], { SWATH_DATA: join(place, "empty") });
  expect(alone.errors).toMatch(/^No server runs on the data folder .*\n$/);
  const nowhere = await run(["serve"], { SWATH_DATA: "/proc/swath/data" });
  expect(nowhere.code).toBe(1);
  expect(nowhere.errors).toMatch(
    /^Swath cannot use \/proc\/swath: no folder can be made there.*\n$/,
  );
  const away = await run(["work"], { DATABASE_URL: "postgres://a:b@127.0.0.1:1/c" });
  expect(away.errors).toMatch(/^The database does not answer: .*\n$/);
  expect((await run(["token", "nobody"])).errors).toContain("no demonstration account nobody");
  expect(await run(["fly"])).toMatchObject({ code: 2 });
}, 60_000);
