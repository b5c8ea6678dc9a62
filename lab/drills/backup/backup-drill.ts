import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Receipt } from "@swath/contract/uploads";
import { newIdentity } from "../../../apps/server/src/platform/age/age-file.ts";
import { flipByte } from "../../../apps/server/src/platform/object-store/testing/flip-byte.ts";
import { type ReadyUpload, readyUpload, tokenOf } from "../../../e2e/api.ts";
import type { Finding } from "../drill-steps.ts";
import type { Installation } from "../installation.ts";
import {
  bucketsBelow,
  gpsJob,
  hasGPS,
  receiptOf,
  sendSample,
  signIn,
  waitingStages,
} from "./work.ts";

/** Names and sums of all files below the buckets of a data folder but the landing one. */
function objectSums(data: string): string {
  const buckets = bucketsBelow(join(data, "objects")).filter((name) => name !== "swath-uploads");
  const list = "find . -type f -print0 | sort -z | xargs -0 sha256sum";
  return buckets
    .map((bucket) => {
      const cwd = join(data, "objects", bucket);
      return `${bucket}\n${spawnSync("sh", ["-c", list], { cwd, encoding: "utf8", maxBuffer: 1e9 }).stdout}`;
    })
    .join("");
}

const MOST_SAID = 2_000;

/** Collects what is not as it should be. */
class Log {
  readonly faults: string[] = [];
  readonly #seconds = new Map<string, number>();

  expect(isRight: boolean, fault: string): void {
    if (!isRight) this.faults.push(fault);
  }

  /** Runs a command, which must end so; its output. */
  command(installation: Installation, code: number, ...words: string[]): string {
    const begun = performance.now();
    const ended = installation.run(...words);
    const [name = ""] = words;
    if (!this.#seconds.has(name)) this.#seconds.set(name, (performance.now() - begun) / 1_000);
    const said = ended.output.trim().slice(-MOST_SAID);
    this.expect(ended.code === code, `${words.join(" ")}: ended with ${ended.code}: ${said}`);
    return ended.output;
  }

  seconds(name: string): string {
    return `${(this.#seconds.get(name) ?? 0).toFixed(1)} s`;
  }
}

async function keysIn(place: string) {
  const [mine, other] = [await newIdentity(), await newIdentity()];
  const [identity, wrong] = [join(place, "identity.txt"), join(place, "wrong.txt")];
  writeFileSync(identity, `# of the drill\n${mine.identity}\n`, { mode: 0o600 });
  writeFileSync(wrong, `${other.identity}\n`, { mode: 0o600 });
  return { identity, wrong, recipient: mine.recipient };
}

/** A backup that is killed in its middle. */
async function killedBackup(original: Installation, to: string, recipient: string): Promise<void> {
  const backup = original.begin("backup", to, "--recipient", recipient);
  for (let tries = 0; tries < 600 && !backup.ended; tries++) {
    const objects = spawnSync("sh", ["-c", `find ${to}/objects -type f | head -3 | wc -l`], {
      encoding: "utf8",
    });
    if (Number(objects.stdout) >= 3) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  await backup.end("SIGKILL");
}

const newOf = (output: string): number => Number(/, (\d+) of them new/.exec(output)?.[1] ?? -1);

/** A byte of the largest stored object is another one. */
async function damage(to: string): Promise<void> {
  const find = `find ${join(to, "objects")} -type f -printf '%s %p\\n' | sort -n | tail -1`;
  const [size = "0", path = ""] = spawnSync("sh", ["-c", find], { encoding: "utf8" })
    .stdout.trim()
    .split(" ");
  await flipByte(path, Math.floor(Number(size) / 2));
}

/** What a later receipt says otherwise; files may have been read once more meanwhile. */
function receiptChange(before: Receipt, after: Receipt): string | undefined {
  if (after.head.kid !== before.head.kid) return "another key";
  if (after.files.length !== before.files.length) return `${after.files.length} files`;
  for (const [index, file] of before.files.entries()) {
    const now = after.files[index]!;
    const places = now.places.map((place, at) => {
      const read = file.places[at]?.read ?? null;
      return (place.read ?? "") >= (read ?? "\uffff") ? { ...place, read } : place;
    });
    if (JSON.stringify({ ...now, places }) !== JSON.stringify(file))
      return `${JSON.stringify(now)} and not ${JSON.stringify(file)}`;
  }
  return undefined;
}

/** The next upload of a flight that has a GPS job. */
async function nextWithGPS(swath: Installation): Promise<ReadyUpload> {
  for (let after = 0; after < 10; after++) {
    const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/, after);
    if (await hasGPS(swath, upload.flightId)) return upload;
  }
  throw new Error("no other flight has a GPS job");
}

/** {@link drill}, and stops whatever it started. */
export async function backupDrill(place: string, first: Installation): Promise<Finding> {
  const started: Installation[] = [];
  try {
    return await drill(place, first, started);
  } finally {
    for (const each of started) await each.stop();
  }
}

/**
 * Uploads, processes, backs up, destroys, restores elsewhere and starts: every file and receipt is as it
 * was, sessions have ended, and the job that ran is asked for again.
 */
async function drill(
  place: string,
  first: Installation,
  started: Installation[],
): Promise<Finding> {
  const log = new Log();
  const { identity, wrong, recipient } = await keysIn(place);
  const stages = waitingStages(place);
  const more = { SWATH_STAGES: stages.folder, SWATH_SANDBOX: "off" };
  const original = first.on(first.data, undefined, more);
  const to = join(place, "to");
  started.push(original);
  const output = await original.start();
  if (output !== undefined) return { saw: `it does not start: ${output}`, isRight: false };
  const upload = await nextWithGPS(original);
  await sendSample(original, upload, join(place, "flight"));
  const receipt = await receiptOf(original, upload);
  const done = await gpsJob(original, upload.flightId);
  stages.allow(upload.flightId);
  // It starts by itself, once the data is ready.
  await done.becomes("COMPLETED");
  const other = await nextWithGPS(original);
  const running = await gpsJob(original, other.flightId);
  await running.order();
  await running.becomes("RUNNING");
  const session = await signIn(original, "crew");
  log.expect(await session.renews(original), "nobody was signed in before");

  await killedBackup(original, to, recipient);
  log.expect(!readdirSync(to).includes("snapshots"), "a killed backup left a snapshot");
  await original.expireLeases();
  const backedUp = log.command(original, 0, "backup", to, "--recipient", recipient);
  const again = log.command(original, 0, "backup", to, "--recipient", recipient);
  log.expect(newOf(backedUp) > 0 && newOf(again) <= 2, "the second backup copied what it had");
  log.command(original, 0, "verify", "--deep");
  log.command(original, 0, "verify", "--backup", to);
  await original.stop();
  const sums = objectSums(original.data);
  rmSync(original.data, { recursive: true });

  const folder = join(place, "elsewhere");
  mkdirSync(folder, { mode: 0o711 });
  const restored = original.on(join(folder, "data"), undefined, more);
  const restore = ["restore", to, "--into", restored.data, "--identity"];
  log.command(restored, 1, ...restore, wrong);
  const said = log.command(restored, 0, ...restore, identity);
  log.expect(said.includes("1 jobs are asked for again"), `the restore said: ${said}`);
  log.expect(objectSums(restored.data) === sums, "objects are not as they were");
  log.command(restored, 1, ...restore, identity);
  log.command(restored, 0, "verify", "--deep");
  started.push(restored);
  const refused = await restored.start();
  if (refused !== undefined) return { saw: `it does not start again: ${refused}`, isRight: false };
  const later = await receiptOf(restored, upload);
  const change = receiptChange(receipt, later);
  log.expect(change === undefined, `the receipt is another one: ${change}`);
  log.expect(!(await session.renews(restored)), "a session outlived the restore");
  log.expect(
    (await (await gpsJob(restored, upload.flightId)).status()) === "COMPLETED",
    "a job that was done is not",
  );
  const resumed = await gpsJob(restored, other.flightId);
  await resumed.becomes("RUNNING");
  stages.allow(other.flightId);
  await resumed.becomes("COMPLETED");
  await restored.stop();
  await damage(to);
  log.command(restored, 1, "verify", "--backup", to);
  const { files, bytes } = receipt.head;
  const figures = `${files} files of ${bytes} bytes; backup ${log.seconds("backup")}, restore ${log.seconds("restore")}; lost: nothing`;
  const isRight = log.faults.length === 0;
  return { saw: isRight ? figures : log.faults.join("; "), isRight };
}
