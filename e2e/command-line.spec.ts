import { randomBytes } from "node:crypto";
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { uploadStateSchema } from "@swath/contract/uploads";
import { call, type ReadyUpload, readyUpload, tokenOf } from "./api.ts";
import { CommandLine } from "./command-line.ts";
import { enterCode } from "./device-code.ts";
import { arrived } from "./destination.ts";
import { expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { openSlowWay, type SlowWay } from "./slow-way.ts";
import { type Swath } from "./swath.ts";

const test = testAlone();

const MINUTE_MS = 60_000;

async function signIn(page: Page, server: string, settings: string): Promise<void> {
  const command = new CommandLine(["login", "--server", server], settings);
  await enterCode(page, command, "crew");
  expect(await command.exit).toBe(0);
}

/** A folder that nothing but warnings may be said of. */
async function newFolder(
  swath: Swath,
  place: string,
): Promise<{ upload: ReadyUpload; folder: string }> {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  return { upload, folder: sampleFolder(upload, place, "--no-big") };
}

const FILES = 20;
const FILE_BYTES = 4_000_000;
/** Of the files that {@link fill} adds; all else is small beside them. */
const WHOLE = FILES * FILE_BYTES;

/** Adds files that do not compress. */
function fill(folder: string): void {
  const model = readdirSync(folder, { recursive: true, withFileTypes: true }).find(({ name }) =>
    name.endsWith("_0001.range"),
  );
  if (model === undefined) throw new Error("the sample has no range file");
  const first = readFileSync(join(model.parentPath, model.name));
  for (let number = 1; number <= FILES; number += 1) {
    const name = model.name.replace("_0001.", `_${String(1000 + number)}.`);
    const content = Buffer.concat([first, randomBytes(FILE_BYTES - first.length)]);
    writeFileSync(join(model.parentPath, name), content);
  }
}

const send = (
  { server, settings }: { server: string; settings: string },
  { uploadType, sensorName }: ReadyUpload,
  folder: string,
) =>
  new CommandLine(
    ["upload", folder, "--type", uploadType, "--sensor", sensorName, "--yes", "--server", server],
    settings,
  );

async function statusOf(swath: Swath, { flightId, uploadId }: ReadyUpload): Promise<string> {
  const path = `/main/flights/${flightId}/upload/${uploadId}/status`;
  const { body } = await call(swath, tokenOf(swath, "crew"), path);
  return uploadStateSchema.parse(body).status;
}

/** Waits until a command has sent so many bytes of a folder. */
async function carried(way: SlowWay, bytes: number): Promise<void> {
  await expect.poll(way.sent, { timeout: MINUTE_MS, intervals: [50] }).toBeGreaterThan(bytes);
}

test("after a kill in the middle only what is missing is sent", async ({
  swath,
  page,
  place,
  settings,
}) => {
  const { upload, folder } = await newFolder(swath, place);
  const way = await openSlowWay(swath.port, 4_000_000);
  await signIn(page, way.origin, settings);
  fill(folder);
  const killed = send({ server: way.origin, settings }, upload, folder);
  await carried(way, WHOLE * 0.75);
  killed.signal("SIGKILL");
  await killed.exit;
  const before = way.sent();
  way.limit(50_000_000);
  const again = send({ server: way.origin, settings }, upload, folder);
  expect(await again.exit, again.output).toBe(0);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  expect(way.sent() - before).toBeLessThan(WHOLE * 0.75);
  way.close();
});

test("Ctrl-C pauses, and the same command goes on", async ({ swath, page, place, settings }) => {
  const { upload, folder } = await newFolder(swath, place);
  const way = await openSlowWay(swath.port, 4_000_000);
  await signIn(page, way.origin, settings);
  fill(folder);
  const paused = send({ server: way.origin, settings }, upload, folder);
  await carried(way, WHOLE * 0.3);
  paused.signal("SIGINT");
  expect(await paused.exit, paused.output).toBe(5);
  expect(await statusOf(swath, upload)).toBe("UPLOAD_PAUSED");
  way.limit(50_000_000);
  const again = send({ server: way.origin, settings }, upload, folder);
  expect(await again.exit, again.output).toBe(0);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  way.close();
});

/** The folder as a Mac spells it; one file that was sent with a byte changed and its time put back, one with another mode. */
function disguise(folder: string): void {
  const ranges = join(folder, "Mu\u0308ller");
  renameSync(join(folder, "M\u00fcller"), ranges);
  const [touched = "", changed = ""] = readdirSync(ranges)
    .filter((name) => name.includes("_1"))
    .toSorted()
    .map((name) => join(ranges, name));
  chmodSync(touched, 0o600);
  const { atimeMs, mtimeMs } = statSync(changed);
  const bytes = readFileSync(changed);
  bytes[100_000] = ~(bytes[100_000] ?? 0);
  writeFileSync(changed, bytes);
  utimesSync(changed, atimeMs / 1_000, mtimeMs / 1_000);
}

test("a resumption knows its folder in a Mac's spelling, and finds a byte that was changed in disguise", async ({
  swath,
  page,
  place,
  settings,
}) => {
  const { upload, folder } = await newFolder(swath, place);
  const way = await openSlowWay(swath.port, 4_000_000);
  await signIn(page, way.origin, settings);
  fill(folder);
  const ranges = join(folder, "M\u00fcller");
  renameSync(join(folder, `${upload.flightId}_01`), ranges);
  for (const name of readdirSync(ranges))
    utimesSync(join(ranges, name), 1_700_000_000, 1_700_000_000);
  const paused = send({ server: way.origin, settings }, upload, folder);
  await carried(way, WHOLE * 0.3);
  paused.signal("SIGINT");
  expect(await paused.exit, paused.output).toBe(5);
  disguise(folder);
  way.limit(50_000_000);
  const before = way.sent();
  const again = send({ server: way.origin, settings }, upload, folder);
  expect(await again.exit, again.output).toBe(0);
  expect(way.sent() - before).toBeLessThan(WHOLE * 0.85);
  expect(again.output.match(/it is sent again: .*/g)).toHaveLength(1);
  const sources = await folderHashes(folder);
  const composed = new Map([...sources].map(([path, hash]) => [path.normalize("NFC"), hash]));
  expect(await arrived(swath, upload)).toEqual(composed);
  way.close();
});

test("a folder that its rules block is not begun", async ({ swath, page, place, settings }) => {
  const { upload, folder } = await newFolder(swath, place);
  await signIn(page, swath.origin, settings);
  const flightPlans = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
    file.name.endsWith(".kmz"),
  );
  for (const { parentPath, name } of flightPlans) rmSync(join(parentPath, name));
  const command = send({ server: swath.origin, settings }, upload, folder);
  expect(await command.exit, command.output).toBe(3);
  expect(command.output).toContain("flight plan");
  expect(await statusOf(swath, upload)).toBe("READY_FOR_UPLOAD");
});
