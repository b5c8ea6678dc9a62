import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { embeddedUrl, openEmbeddedPostgres, type EmbeddedOptions } from "./embedded-postgres.ts";

const isRoot = process.getuid?.() === 0;
type Running = Awaited<ReturnType<typeof openEmbeddedPostgres>>;

/** A stopped data folder with a record: tests begin with copies, which takes less than a first start. */
let made: string;
let place: string;
let data: string;
let running: Running[];
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "swath-copied-"));
  await chmod(made, 0o711);
  const first = await openEmbeddedPostgres({ dataFolder: join(made, "data") });
  await ask(first.ownerUrl, "CREATE TABLE records AS SELECT 1 AS value");
  await first.stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "swath-copied-"));
  await chmod(place, 0o711);
  data = join(place, "data");
  copy(join(made, "data"), data);
  running = [];
});
afterEach(async () => {
  for (const each of running.toReversed()) await each.stop();
  await rm(place, { recursive: true, force: true });
});

async function open(options: EmbeddedOptions): Promise<Running> {
  const opened = await openEmbeddedPostgres(options);
  running.push(opened);
  return opened;
}

async function stop(opened: Running): Promise<void> {
  running.splice(running.indexOf(opened), 1);
  await opened.stop();
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(statement)).rows[0]?.value;
  } finally {
    await client.end();
  }
}

const COUNT = "SELECT count(*)::int AS value FROM records";
const add = ({ ownerUrl }: Running) => ask(ownerUrl, "INSERT INTO records VALUES (2)");
const count = ({ ownerUrl }: Running) => ask(ownerUrl, COUNT);
const copy = (from: string, to: string): unknown => spawnSync("cp", ["-a", from, to]);
const note = (folder: string): Promise<string> => readFile(join(folder, "postgres.json"), "utf8");
const pidOf = async ({ folder }: Running): Promise<number> =>
  Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);
const socketOf = ({ ownerUrl }: Running): string =>
  new URL(ownerUrl).searchParams.get("host") ?? "";
const isAlive = (pid: number): boolean => process.kill(pid, 0);

describe("the copy of a data folder", () => {
  test.for([
    ["while its database runs, with the number of a process that lives", true],
    ["while it is stopped", false],
  ] as const)("%s has a database of its own", async ([, lives]) => {
    const first = await open({ dataFolder: data });
    if (!lives) await stop(first);
    const other = join(place, "copy");
    copy(data, other);
    const original = lives ? first : await open({ dataFolder: data });
    const pid = await pidOf(original);
    expect(await embeddedUrl(other)).toBeUndefined();
    const second = await open({ dataFolder: other });
    expect(second.ownerUrl).not.toBe(original.ownerUrl);
    expect(await pidOf(second)).not.toBe(pid);
    await add(second);
    expect([await count(second), await count(original)]).toEqual([2, 1]);
    await stop(second);
    expect(isAlive(pid)).toBe(true);
    await add(original);
    expect(await count(original)).toBe(2);
  });

  test("has it too where the note of an earlier release names the original's by its path", async () => {
    const original = await open({ dataFolder: data });
    const { password, serverPassword } = JSON.parse(await note(data));
    const former = {
      folder: original.folder,
      password,
      serverPassword,
      socket: join(data, "socket"),
    };
    const other = join(place, "copy");
    copy(data, other);
    await writeFile(join(other, "postgres.json"), JSON.stringify(former));
    const second = await open({ dataFolder: other });
    await add(second);
    expect([await count(second), await count(original)]).toEqual([2, 1]);
  });

  test("whose database stayed behind is refused, and its password kept", async () => {
    await stop(await open({ dataFolder: data }));
    const other = join(place, "copy");
    await mkdir(other);
    copy(join(data, "postgres.json"), other);
    const kept = await note(other);
    await expect(open({ dataFolder: other })).rejects.toThrow("is gone");
    await rename(join(data, "postgres"), join(place, "away"));
    await expect(open({ dataFolder: data })).rejects.toThrow("No empty one is made");
    expect(await note(other)).toBe(kept);
    await rename(join(place, "away"), join(data, "postgres"));
    await open({ dataFolder: data });
  });

  test("has a socket of its own among the temporary folders", async () => {
    const long = join(place, "long".repeat(20));
    await mkdir(long);
    await chmod(long, 0o711);
    copy(data, join(long, "data"));
    const original = await open({ dataFolder: join(long, "data") });
    copy(join(long, "data"), join(long, "copy"));
    const second = await open({ dataFolder: join(long, "copy") });
    expect(socketOf(second)).not.toBe(socketOf(original));
    for (const each of [original, second]) await rm(socketOf(each), { recursive: true });
  });
});

test("a folder that is moved or renamed finds its database again, by the same password", async () => {
  const first = await open({ dataFolder: data });
  await stop(first);
  const { password } = JSON.parse(await note(data));
  const moved = join(place, "moved");
  await rename(data, moved);
  const second = await open({ dataFolder: moved });
  expect(await count(second)).toBe(1);
  expect(JSON.parse(await note(moved))).toMatchObject({ password });
  expect(await note(moved)).not.toContain(join(data, ""));
});

test("through a symbolic link the database that runs is the same", async () => {
  const first = await open({ dataFolder: data });
  const pid = await pidOf(first);
  await symlink(data, join(place, "link"));
  expect(await embeddedUrl(join(place, "link"))).toBe(first.serverUrl);
  const again = await open({ dataFolder: join(place, "link") });
  expect(await pidOf(again)).toBe(pid);
});

describe("a note", () => {
  test("that is gone is not replaced: the database is refused, until it is adopted", async () => {
    const first = await open({ dataFolder: data });
    await stop(first);
    await rm(join(data, "postgres.json"));
    await expect(open({ dataFolder: data })).rejects.toThrow("bring back postgres.json");
    await expect(note(data)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await count(await open({ dataFolder: data, adopt: true }))).toBe(1);
  });

  test("of another database is refused and kept, aside where the database is adopted", async () => {
    const first = await open({ dataFolder: data });
    await stop(first);
    const another = JSON.stringify({ ...JSON.parse(await note(data)), password: "another" });
    await writeFile(join(data, "postgres.json"), another);
    await expect(open({ dataFolder: data })).rejects.toThrow("does not take the password");
    expect(await note(data)).toBe(another);
    expect(await count(await open({ dataFolder: data, adopt: true }))).toBe(1);
    const aside = spawnSync("sh", ["-c", `cat ${data}/postgres.json.former-*`]).stdout;
    expect(String(aside)).toBe(another);
  });

  test("that is damaged is said, and never replaced", async () => {
    await writeFile(join(data, "postgres.json"), "{");
    await expect(open({ dataFolder: data })).rejects.toThrow("is damaged");
    expect(await note(data)).toBe("{");
  });

  test("of a first start that was stopped before the database was made keeps its password", async () => {
    await rm(join(data, "postgres"), { recursive: true });
    const begun = { password: "begun", serverPassword: "begun", made: false };
    await writeFile(join(data, "postgres.json"), JSON.stringify(begun));
    expect((await open({ dataFolder: data })).ownerUrl).toContain(":begun@");
  });
});

test("no database is made in a folder that is an installation's and lacks its own", async () => {
  for (const name of ["postgres", "postgres.json"]) await rm(join(data, name), { recursive: true });
  await expect(open({ dataFolder: data, mustStand: true })).rejects.toThrow("is not in it");
});

describe.runIf(isRoot)("a database outside of a folder that PostgreSQL's user cannot enter", () => {
  let home: string;
  let sharedPlace: string;
  beforeAll(async () => {
    [home, sharedPlace] = [join(made, "home"), join(made, "shared")];
    await mkdir(home, { mode: 0o700 });
    const first = await openEmbeddedPostgres({ dataFolder: join(home, "data"), sharedPlace });
    await ask(first.ownerUrl, "CREATE TABLE records AS SELECT 1 AS value");
    await first.stop();
  });
  beforeEach(() => {
    data = join(home, "data");
  });
  const openAt = (dataFolder: string, more: Partial<EmbeddedOptions> = {}) =>
    open({ dataFolder, sharedPlace, ...more });

  test("is the first folder's alone: a copy is refused, while it runs and while it is stopped", async () => {
    const original = await openAt(data);
    const other = join(home, "copy");
    copy(data, other);
    const [kept, pid] = [await note(other), await pidOf(original)];
    await expect(openAt(other)).rejects.toThrow(`belongs to the data folder ${data}`);
    await expect(openAt(other, { adopt: true })).rejects.toThrow("of which this is a copy");
    expect(await embeddedUrl(data)).toBe(original.serverUrl);
    await expect(embeddedUrl(other)).rejects.toThrow("of which this is a copy");
    expect(isAlive(pid)).toBe(true);
    await stop(original);
    await expect(openAt(other)).rejects.toThrow(`belongs to the data folder ${data}`);
    expect(await note(other)).toBe(kept);
    expect(await count(await openAt(data))).toBe(1);
    await rm(other, { recursive: true });
  });

  test("follows the folder where that is moved", async () => {
    await rename(data, join(home, "moved"));
    const moved = await openAt(join(home, "moved"));
    expect(await count(moved)).toBe(1);
    await stop(moved);
    await rename(join(home, "moved"), data);
  });

  test("is given to a folder in the other's stead where a person adopts it", async () => {
    copy(data, join(home, "restored"));
    await rm(data, { recursive: true });
    await expect(openAt(join(home, "restored"))).rejects.toThrow("is not there any more");
    const adopted = await openAt(join(home, "restored"), { adopt: true });
    expect(await count(adopted)).toBe(1);
    await stop(adopted);
    await rename(join(home, "restored"), data);
    await openAt(data);
  });

  test("is missed on another machine, where it is not: no empty one is made", async () => {
    const kept = await note(data);
    await rename(sharedPlace, join(place, "elsewhere"));
    await expect(openAt(data)).rejects.toThrow("No empty one is made");
    expect(await note(data)).toBe(kept);
    await rename(join(place, "elsewhere"), sharedPlace);
  });

  test("of an earlier release, unmarked, is refused while it is in use", async () => {
    const original = await openAt(data);
    await rm(join(original.folder, "..", "data-folder.json"));
    copy(data, join(home, "copy"));
    await expect(openAt(join(home, "copy"))).rejects.toThrow("is in use");
  });
});
