import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { unprivilegedAccount } from "./account.ts";
import { runnableBinaries } from "./binaries.ts";
import { openDataFolder } from "./data-folder.ts";
import { embeddedUrl, openEmbeddedPostgres } from "./embedded-postgres.ts";
import { lockFolder } from "./folder-lock.ts";
import { initialise } from "./initialise.ts";
import { startPostmaster } from "./postmaster.ts";

let place: string;
let dataFolder: string;
const root = process.getuid?.() === 0;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "swath-embedded-"));
  await chmod(place, 0o755);
  dataFolder = join(place, "data");
});
afterAll(() => rm(place, { recursive: true, force: true }));

const HOLDER = { since: new Date("2026-01-02T03:04:05Z"), address: "http://one" };

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const reply = await client.query<{ value: unknown }>(statement);
    return reply.rows[0]?.value;
  } finally {
    await client.end();
  }
}

async function pidOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 200) {
    if (await check().catch(() => false)) return;
    await sleep(200);
  }
  throw new Error("it never came true");
}

test("a stopped database finds its data again, and its password is its owner's secret", async () => {
  const first = await openEmbeddedPostgres({ dataFolder });
  await ask(first.ownerUrl, "CREATE TABLE kept AS SELECT 7 AS value");
  await first.stop();
  expect(await embeddedUrl(dataFolder)).toBeUndefined();
  const second = await openEmbeddedPostgres({ dataFolder });
  expect(await ask(second.ownerUrl, "SELECT value FROM kept")).toBe(7);
  expect((await stat(join(dataFolder, "postgres.json"))).mode & 0o077).toBe(0);
  const foreign = second.ownerUrl.replace(/:[0-9a-f]{48}@/, ":guess@");
  await expect(ask(foreign, "SELECT 1")).rejects.toThrow("password authentication failed");
  await second.stop();
});

test("a database that outlived its server is attached to, not started twice", async () => {
  const first = await openEmbeddedPostgres({ dataFolder });
  const pid = await pidOf(first.folder);
  const again = await openEmbeddedPostgres({ dataFolder });
  expect(again.ownerUrl).toBe(first.ownerUrl);
  expect(await pidOf(again.folder)).toBe(pid);
  expect(await embeddedUrl(dataFolder)).toBe(first.serverUrl);
  await again.stop();
  await first.stop();
});

test("a file left by a killed database, its number now another program's, does not block a start", async () => {
  const first = await openEmbeddedPostgres({ dataFolder });
  const text = await readFile(join(first.folder, "postmaster.pid"), "utf8");
  await first.stop();
  const stale = text.replace(/^\d+/, String(process.pid));
  await writeFile(join(first.folder, "postmaster.pid"), stale);
  const second = await openEmbeddedPostgres({ dataFolder });
  expect(await ask(second.ownerUrl, "SELECT value FROM kept")).toBe(7);
  await second.stop();
});

test("a database that dies under a living server is started again at the same address", async () => {
  const restarts: unknown[] = [];
  const running = await openEmbeddedPostgres({
    dataFolder,
    onRestart: (error) => restarts.push(error),
  });
  process.kill(await pidOf(running.folder), "SIGKILL");
  await until(async () => (await ask(running.ownerUrl, "SELECT value FROM kept")) === 7);
  await until(async () => restarts.length === 1);
  expect(restarts).toEqual([undefined]);
  await running.stop();
});

const socketOf = (url: string): string => new URL(url).searchParams.get("host") ?? "";
/** Runs a script as `nobody`; its output, or the code of what it could not do. */
function asNobody(script: string): string {
  const caught = `process.on("uncaughtException", (error) => { console.log(error.code); process.exit(); });`;
  const options = { uid: 65_534, gid: 65_534, cwd: "/", encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", caught + script], options);
  return `${stdout}${stderr}`.trim();
}
const listenAt = (path: string): string =>
  `net.createServer().listen(${JSON.stringify(path)}, () => { console.log("listens"); process.exit(); })`;
const openIt = (path: string): string =>
  `fs.openSync(${JSON.stringify(path)}); console.log("read")`;

describe("another user of the machine", () => {
  test("cannot listen where the database is spoken to, running or stopped", async () => {
    const running = await openEmbeddedPostgres({ dataFolder });
    const socket = socketOf(running.ownerUrl);
    expect(await ask(running.ownerUrl, "SELECT current_setting('listen_addresses') AS value")).toBe(
      "",
    );
    expect((await stat(socket)).mode & 0o077).toBe(0);
    await running.stop();
    if (!root) return;
    expect(asNobody(listenAt(join(socket, ".s.PGSQL.5432")))).toBe("EACCES");
  });

  test.runIf(root)("shares no process with the database", async () => {
    const running = await openEmbeddedPostgres({ dataFolder });
    const { uid } = await stat(`/proc/${await pidOf(running.folder)}`);
    expect([0, 65_534]).not.toContain(uid);
    await running.stop();
  });

  test.runIf(root)("neither reads nor locks what lies in the data folder", async () => {
    const folder = join(place, "closed");
    await mkdir(folder, { mode: 0o777 });
    await chmod(folder, 0o777);
    await openDataFolder(folder);
    const lock = lockFolder(folder, HOLDER);
    if ("release" in lock) onTestFinished(lock.release);
    expect(asNobody(`fs.readdirSync(${JSON.stringify(folder)})`)).toBe("EACCES");
    expect(asNobody(openIt(join(folder, "lock.db")))).toBe("EACCES");
    // Where the folder was opened again by hand, the file itself is closed.
    await chmod(folder, 0o711);
    expect(asNobody(openIt(join(folder, "lock.db")))).toBe("EACCES");
  });

  test("is no owner of a data folder: one that is everybody's is refused", async () => {
    const folder = join(place, "everybody");
    await mkdir(folder);
    await chmod(folder, 0o1777);
    await expect(openDataFolder(folder)).rejects.toThrow("everybody's");
  });

  test.runIf(root)("no longer runs the database that an earlier release had it run", async () => {
    const old = join(place, "old");
    await mkdir(old);
    await chmod(old, 0o711);
    const [folder, password] = [join(old, "postgres"), "old"];
    const nobody = { uid: 65_534, gid: 65_534 };
    const plan = {
      folder,
      password,
      binaries: await runnableBinaries(nobody, old),
      account: nobody,
      socket: undefined,
      logFile: join(old, "postgres.log"),
    };
    await initialise(plan);
    const { pid, port } = await startPostmaster(plan);
    await writeFile(join(old, "postgres.json"), JSON.stringify({ folder, password, port }));
    const running = await openEmbeddedPostgres({ dataFolder: old });
    expect(await pidOf(folder)).not.toBe(pid);
    expect((await stat(folder)).uid).toBe((await unprivilegedAccount())?.uid);
    expect(await ask(running.ownerUrl, "SELECT 1 AS value")).toBe(1);
    await running.stop();
  });
});

test("a data folder whose path is too long for a socket has it elsewhere, and finds it again", async () => {
  const long = join(place, "long".repeat(20), "data");
  await mkdir(long, { recursive: true });
  await chmod(join(place, "long".repeat(20)), 0o711);
  const first = await openEmbeddedPostgres({ dataFolder: long, sharedPlace: join(place, "other") });
  expect(await ask(first.ownerUrl, "SELECT 1 AS value")).toBe(1);
  await first.stop();
  const second = await openEmbeddedPostgres({ dataFolder: long });
  expect(second.ownerUrl).toBe(first.ownerUrl);
  await second.stop();
  await rm(new URL(second.ownerUrl).searchParams.get("host") ?? "", { recursive: true });
});

test.runIf(root)("root's database leaves a home that only root may enter", async () => {
  const home = join(place, "home");
  spawnSync("mkdir", ["-m", "700", home]);
  const shared = join(place, "shared");
  const running = await openEmbeddedPostgres({
    dataFolder: join(home, "data"),
    sharedPlace: shared,
  });
  expect(running.folder.startsWith(shared)).toBe(true);
  expect(await ask(running.ownerUrl, "SELECT 1 AS value")).toBe(1);
  await running.stop();
});

test("a folder is held by one process until that process dies, and says by which", async () => {
  const held = lockFolder(place, HOLDER);
  const isOurs = { holder: `process ${process.pid} since 2026-01-02T03:04:05.000Z, http://one` };
  expect(lockFolder(place, HOLDER)).toEqual(isOurs);
  if ("release" in held) held.release();

  const source = join(place, "hold.ts");
  const lockModule = new URL("./folder-lock.ts", import.meta.url).href;
  await writeFile(
    source,
    `import { lockFolder } from ${JSON.stringify(lockModule)};
     const holder = { since: new Date(), address: "http://child" };
     globalThis.held = lockFolder(process.argv[2], holder); // or it is collected
     process.send("held"); setInterval(() => {}, 1000);`,
  );
  const child = fork(source, [place], { execArgv: [] });
  await once(child, "message");
  const holder = expect.stringMatching(new RegExp(`^process ${child.pid} since .*, http://child$`));
  expect(lockFolder(place, HOLDER)).toEqual({ holder });
  child.kill("SIGKILL");
  await once(child, "exit");
  const after = lockFolder(place, HOLDER);
  expect(after).toHaveProperty("release");
  if ("release" in after) after.release();
});

test("a lock that was copied while it was held is nobody's, and its note never names the original's holder", async () => {
  const [original, copy] = [join(place, "held"), join(place, "copied")];
  await mkdir(original);
  const held = lockFolder(original, HOLDER);
  await cp(original, copy, { recursive: true });
  const note = await readFile(join(copy, "lock.txt"), "utf8");
  const taken = lockFolder(copy, HOLDER);
  expect(taken).toHaveProperty("release");
  // As where the copy's holder has not yet written its own.
  await writeFile(join(copy, "lock.txt"), note);
  expect(lockFolder(copy, HOLDER)).toEqual({ holder: "another process" });
  for (const lock of [held, taken]) if ("release" in lock) lock.release();
});

test("a lock that cannot be taken for another reason is not mistaken for a held one", async () => {
  const folder = join(place, "damaged");
  await mkdir(folder);
  await writeFile(join(folder, "lock.db"), "no database".repeat(100));
  expect(() => lockFolder(folder, HOLDER)).toThrow("cannot be locked");
});
