import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newIdentity } from "../platform/age/age-file.ts";
import { flipByte } from "../platform/object-store/testing/flip-byte.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { ReplacedScene } from "../uploads/testing/replaced-scene.ts";
import { runCommand } from "./command-line.ts";
import { backupRig, emptyDatabase } from "./testing/backup-rig.ts";

let rig: Awaited<ReturnType<typeof backupRig>>;
let scene: ReplacedScene;
const mine = { identity: "", recipient: "" };
const dropped: (() => Promise<void>)[] = [];
const KEY = () => join(rig.place, "key.txt");

beforeAll(async () => {
  rig = await backupRig();
  scene = await ReplacedScene.seed(rig);
  await scene.send(scene.next);
  Object.assign(mine, await newIdentity());
  await writeFile(KEY(), `# mine\n${mine.identity}\n`);
  await rig.backUp({ recipients: [mine.recipient] });
});
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop();
});
afterAll(() => rig.close());

/** Runs a command to its end; what it printed, and its code. */
async function run(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const stopped = new Promise<void>(() => {});
  const terminal = { environment, print, printError: print, stopped };
  return { code: await runCommand(words, terminal), said: printed.join("\n") };
}

async function newDatabase(): Promise<string> {
  const database = await emptyDatabase();
  dropped.push(database.drop);
  return database.url;
}

/** Restores into a folder of this name, and a database of its own. */
async function restored(name: string) {
  const data = join(rig.place, name);
  const environment = { SWATH_DATA: data, DATABASE_URL: await newDatabase() };
  const words = ["restore", rig.to, "--into", data, "--identity", KEY()];
  return { data, environment, ...(await run(words, environment)) };
}

/** A file of the restored data. */
async function lidarFile(data: string, ending: string): Promise<string> {
  const folder = join(data, "objects", rig.buckets.lidar);
  const names = await readdir(folder, { recursive: true });
  return join(
    folder,
    names.find((name) => name.endsWith(ending))!,
  );
}

test.each([
  [["backup"], 2, "Usage:"],
  [["backup", "/tmp/a", "/tmp/b"], 2, "Usage:"],
  [["backup", "/tmp/a", "--speed", "9"], 2, "Usage:"],
  [["backup", "/tmp/a"], 1, "Name whom the backup is encrypted for"],
  [["backup", "/tmp/a", "--recipient", "age1x"], 1, "age1x is no recipient of age"],
  [["backup", "/tmp/a", "--recipient-file", "/nowhere/file"], 1, "/nowhere/file cannot be read"],
  [["backup", "/tmp/a", "--plain", "--keep", "0"], 1, "--keep 0: it must be"],
  [["backup", "/tmp/swath-no-data/to", "--plain"], 1, "lies in the data folder"],
  [["backup", "/tmp/a", "--plain"], 1, "holds no installation"],
  [["verify"], 1, "holds no installation"],
  [["restore", "/tmp/a"], 2, "Usage:"],
  [["restore", "/nowhere/to", "--into", "/tmp/nowhere-yet"], 1, "holds no backup of Swath"],
  [["verify", "more"], 2, "Usage:"],
  [["verify", "--backup", "/nowhere/to"], 1, "holds no backup of Swath"],
])("swath %j is refused with %i and %j", async (words, code, said) => {
  const found = await run(words, { SWATH_DATA: "/tmp/swath-no-data" });
  expect(found.said).toContain(said);
  expect(found.code).toBe(code);
});

test("a backup is restored by one command; the installation verifies whole, to the last byte", async () => {
  const { code, said, environment } = await restored("whole");
  expect(said).toMatch(/^Restored \d{8}T\d{6}Z into .*: \d+ objects of .*0 sessions were ended/);
  expect(code).toBe(0);
  for (const words of [["verify"], ["verify", "--deep"]]) {
    const { code: verified, said: found } = await run(words, environment);
    expect(found).toMatch(/^Whole: \d+ files of 1 uploads/);
    expect(verified).toBe(0);
  }
  const backup = await run(["verify", "--backup", rig.to, "--identity", KEY()]);
  expect(backup).toMatchObject({ code: 0, said: expect.stringMatching(/^Whole: 1 backups/) });
}, 60_000);

test("`swath verify` names what is missing, and with --deep what is damaged; an upload's file, a replaced one, a bucket, a key", async () => {
  const { data, environment } = await restored("damaged");
  const range = await lidarFile(data, ".range");
  await flipByte(range, 1_000);
  expect((await run(["verify"], environment)).code).toBe(0);
  const deep = await run(["verify", "--deep"], environment);
  expect(deep.said).toMatch(/^swath-lidar\/FL.*\.range: is not what was sealed\n1 faults: /);
  expect(deep.code).toBe(1);
  await rm(await lidarFile(data, ".kmz"));
  await rm(join(data, "objects", rig.buckets.uploads, "replaced"), { recursive: true });
  await rm(join(data, "objects", rig.buckets.ai), { recursive: true });
  const db = openDatabase(environment.DATABASE_URL, { connections: 1 });
  await db
    .insertInto("installation_keys")
    .values({ purpose: "receipts", kid: "another", x: null, revoked: null })
    .execute();
  await db.destroy();
  const { said, code } = await run(["verify"], environment);
  const faults = said.split("\n");
  expect(faults).toContainEqual(expect.stringMatching(/^swath-lidar\/FL.*\.kmz: is missing$/));
  expect(
    faults.filter((line) => /^swath-uploads\/replaced\/.*is missing$/.test(line)),
  ).toHaveLength(3);
  expect(faults).toContain("bucket swath-ai: is missing");
  expect(faults).toContainEqual(expect.stringMatching(/receipt-keys\.json: .* is not in it$/));
  expect(code).toBe(1);
}, 60_000);

test("what is there already is never restored over: a folder, a database", async () => {
  const words = (data: string) => ["restore", rig.to, "--into", data, "--identity", KEY()];
  const used = join(rig.place, "used");
  await mkdir(used);
  await writeFile(join(used, "letter.txt"), "words");
  expect(await run(words(used), { DATABASE_URL: await newDatabase() })).toMatchObject({
    code: 1,
    said: expect.stringContaining("is not empty: a backup is restored into a new folder"),
  });
  const fresh = join(rig.place, "fresh");
  expect(await run(words(fresh), { DATABASE_URL: rig.deps.url })).toMatchObject({
    code: 1,
    said: expect.stringContaining("The database is not empty"),
  });
  expect((await rig.stateOf(scene.upload)).status).toBe("DATA_READY");
});

test("another identity, no identity, another snapshot and other buckets are told in one sentence, before anything is written", async () => {
  const other = join(rig.place, "other.txt");
  await writeFile(other, (await newIdentity()).identity);
  const data = join(rig.place, "refused");
  const restore = (more: string[], environment = {}) =>
    run(["restore", rig.to, "--into", data, ...more], environment);
  const refusals = [
    await restore(["--identity", other]),
    await restore([]),
    await restore(["--identity", KEY(), "--snapshot", "20200101T000000Z"]),
    await restore(["--identity", KEY()], { SWATH_BUCKET_LIDAR: "another" }),
    await run(["verify", "--backup", rig.to, "--identity", other]),
  ];
  expect(refusals.map(({ said }) => said)).toEqual([
    "The identity does not open this backup: it was made for another one.",
    `The backup is encrypted for ${mine.recipient}: give the file of the identity, --identity FILE.`,
    expect.stringMatching(/holds no such backup; it holds: \d{8}T\d{6}Z\.$/),
    expect.stringContaining("set SWATH_BUCKET_… to these names"),
    "The identity does not open this backup: it was made for another one.",
  ]);
  expect(refusals.every(({ code }) => code === 1)).toBe(true);
  await expect(readdir(data)).rejects.toThrow();
});
