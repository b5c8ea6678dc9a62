import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SampleKind } from "@swath/contract/demonstration";
import type { ObjectStore } from "../platform/object-store/object-store.ts";

const COMMAND = fileURLToPath(
  new URL("../../../../tools/sample/sample-command.ts", import.meta.url),
);
const run = promisify(execFile);

/** A flight over a valley that can be processed, and one without the plan that every folder must hold. */
const WORDS: Readonly<Record<SampleKind, readonly string[]>> = {
  valid: ["--terrain"],
  faulty: ["--no-big", "--fault", "no-flight-plan"],
};

/** Its LiDAR folder carries the flight's identifier and the sensor's number. */
const FOLDER = /^FL\d{6}_\d{3}$/;

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function store(
  { store: into, bucket }: { readonly store: ObjectStore; readonly bucket: string },
  path: string,
  key: string,
): Promise<void> {
  const { size } = await stat(path);
  await into.write(bucket, key, createReadStream(path), { size });
}

export interface SampleOrder {
  readonly flightId: string;
  /** When it was flown, ISO 8601. */
  readonly wheels: { readonly up: string; readonly down: string } | undefined;
  readonly kind: SampleKind;
  /** Where its files go, as `{flight}/{kind}/{folder}/…`. */
  readonly into: { readonly store: ObjectStore; readonly bucket: string };
}

/** The prefix below which the files of an order lie. */
export const samplePrefix = ({ flightId, kind }: Pick<SampleOrder, "flightId" | "kind">): string =>
  `${flightId}/${kind}/`;

/**
 * Makes a sample folder in a process of its own, because it computes for seconds, and stores its files;
 * the last one is a mark that all are there. Throws where the flight has no LiDAR sensor.
 */
export async function makeSample({ flightId, wheels, kind, into }: SampleOrder): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "swath-sample-"));
  try {
    const flown =
      wheels === undefined ? [] : ["--wheels-up", wheels.up, "--wheels-down", wheels.down];
    await run(process.execPath, [COMMAND, flightId, work, ...flown, ...WORDS[kind]]);
    const folder = (await readdir(work)).find((name) => FOLDER.test(name));
    if (folder === undefined) throw new Error(`no folder was made for ${flightId}`);
    const prefix = samplePrefix({ flightId, kind });
    for (const path of await filesOf(join(work, folder)))
      await store(into, join(work, folder, path), `${prefix}${folder}/${path}`);
    await into.store.write(into.bucket, markOf({ flightId, kind }), [], { size: 0 });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const markOf = (order: Pick<SampleOrder, "flightId" | "kind">): string =>
  `made/${samplePrefix(order).replaceAll("/", "-")}`;

/** Whether an order was made before, whole. */
export const isMade = async ({ into, ...order }: SampleOrder): Promise<boolean> =>
  (await into.store.head(into.bucket, markOf(order))) !== undefined;
