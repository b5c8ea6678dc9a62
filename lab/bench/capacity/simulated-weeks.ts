import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { endpoints } from "@swath/contract/endpoints";
import { createUploader } from "@swath/upload-engine";
import { readFolder, nodePorts } from "@swath/upload-engine/node";
import { sql } from "kysely";
import { selectionOf, reportOn } from "../../../apps/cli/src/upload/validate-folder.ts";
import { demonstrationCatalogue } from "../../../apps/server/src/demonstration/demonstration-catalogue.ts";
import { EXPORTED } from "../../../apps/server/src/retention/export/exported-tables.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";
import { type ReadyUpload, type Started, tokenOf, uploadOf } from "../../../e2e/api.ts";
import { filesBelow, sampleFolder } from "../../../e2e/folder.ts";
import { freePort, Process, ready, removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { openTemporaryPostgres } from "../../../tools/testing/temporary-postgres.ts";
import { nodeApi } from "../../../tools/testing/uploads/node-api.ts";
import { uploadFolder } from "../../../tools/testing/uploads/upload-folder.ts";
import { signIn, waitingStages } from "../../drills/backup/work.ts";
import { shiftDay } from "./shift-day.ts";
import { tableSizes, type TableSize } from "./table-sizes.ts";

const DAYS = 56;
const WEEK = 7;
/** Uploads of a day: one is processed, one is begun and left, to be cancelled days later. */
const UPLOADS = 2;
const LEFT_DAYS = 3;
const ACCOUNTS = ["crew", "crew2", "office", "operator"];
/** Short ones, so that what they end is seen to end. */
const KEEPING = { SWATH_ATTEMPT_DAYS: "14", SWATH_LOG_DAYS: "14" };
const SLOWLY = 20_000;
const SETTLED_MS = 120_000;

/** A server, and a worker that starts once a day: at its start every task that is due runs once. */
interface Portal extends Started {
  readonly db: Db;
  readonly place: string;
  readonly restartWorker: () => Promise<void>;
}

const flightIdOf = (number: number): string => `FL${String(900_000 + number)}`;

/** As many flights as the days upload, each like the catalogue's first, which has a LiDAR. */
function writeCatalogue(path: string, flights: number): void {
  const { aircraft, sensorEquipment, projects, flights: known } = demonstrationCatalogue({});
  const [first] = known;
  if (first === undefined) throw new Error("the demonstration has no flight");
  const copies = Array.from({ length: flights }, (_, number) => ({
    ...first,
    FlightID: flightIdOf(number),
    Sensors: first.Sensors.map((sensor, log) =>
      Object.assign({}, sensor, { SensorID: `SL${String(500_000 + number * 10 + log)}` }),
    ),
  }));
  writeFileSync(path, JSON.stringify({ aircraft, sensorEquipment, projects, flights: copies }));
}

/**
 * The sample of an upload, in a folder of its own. It is made by a process that this one waits for, and a connection
 * that the server closes meanwhile is seen closed only a turn later: a call at once would go out on it.
 */
async function madeSample(portal: Portal, upload: ReadyUpload, name: string): Promise<string> {
  const into = join(portal.place, name);
  mkdirSync(into);
  const folder = sampleFolder(upload, into, "--no-big");
  tokenOf(portal, "crew");
  await sleep(100);
  return folder;
}

/** One upload, whole, by the engine and the real protocol. */
async function send(portal: Portal, upload: ReadyUpload, name: string): Promise<void> {
  const folder = await madeSample(portal, upload, name);
  const { flightId, uploadType } = upload;
  const token = tokenOf(portal, "crew");
  await uploadFolder({ origin: portal.origin, token, flightId, uploadType, folder });
  removeFolder(join(portal.place, name));
}

/** Begins an upload and leaves it, as a page that is closed. */
async function beginAndLeave(portal: Portal, upload: ReadyUpload, name: string): Promise<void> {
  const read = await readFolder(await madeSample(portal, upload, name));
  const { uploader, api } = uploaderOf(portal, upload, SLOWLY);
  const { flightId } = upload;
  const flight = await api.call(endpoints.readFlight, { params: { flightId } });
  const record = flight.Uploads.find(({ _id }) => _id === upload.uploadId)!;
  const equipment = await api.call(endpoints.listSensorEquipment, {});
  const report = await reportOn(read, { flight, upload: record, equipment });
  uploader.start(selectionOf(report, read.files)).catch(() => undefined);
  const until = performance.now() + SETTLED_MS;
  while (uploader.getSnapshot().progress.completedBytes === 0) {
    if (performance.now() > until) throw new Error("an upload that was to be left did not begin");
    await sleep(100);
  }
  uploader.dispose();
  removeFolder(join(portal.place, name));
}

function uploaderOf(portal: Portal, upload: ReadyUpload, pace?: number, status?: "UPLOAD_STALLED") {
  const api = nodeApi({ origin: portal.origin, token: tokenOf(portal, "crew") });
  const who = { fingerprint: "simulated-weeks", holder: upload.uploadId.slice(-16) };
  const ports = nodePorts({
    api,
    server: new URL(portal.origin),
    ...who,
    bytesPerSecond: () => pace,
  });
  const { flightId, uploadId, uploadType, sensorName } = upload;
  const job = { flightId, uploadId, uploadType, sensorName, isUpdate: false };
  return { api, uploader: createUploader(ports, { ...job, status: status ?? "READY_FOR_UPLOAD" }) };
}

/** What people do besides uploading. */
async function usePortal(portal: Portal, day: number): Promise<void> {
  for (const account of ACCOUNTS) await signIn(portal, account);
  const api = nodeApi({ origin: portal.origin, token: tokenOf(portal, "crew") });
  await sleep(100);
  const view = await api.call(endpoints.createView, {
    body: { list: "flights", name: `Day ${day}`, shared: false, filters: {} },
  });
  await api.call(endpoints.deleteView, { params: { viewId: view.id } });
  await api.call(endpoints.listFlights, { query: {} });
  await api.call(endpoints.listNews, {});
  await api.call(endpoints.readOverview, {});
}

/** Waits until nothing waits or runs in the queues, and no task is to begin. */
async function settle(db: Db): Promise<void> {
  const until = performance.now() + SETTLED_MS;
  for (let quiet = 0; quiet < 3;) {
    if (performance.now() > until) throw new Error("the queues did not come to rest");
    await sleep(1_000);
    const { rows } = await sql<{ n: number }>`SELECT
      (SELECT count(*) FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
        OR (name LIKE 'every-%' AND completed_on < now() - interval '1 hour'))
      + (SELECT count(*) FROM processing_runs WHERE state = 'active') AS n`.execute(db);
    quiet = Number(rows[0]?.n) === 0 ? quiet + 1 : 0;
  }
}

async function oneDay(portal: Portal, day: number): Promise<void> {
  const first = day * (UPLOADS + 1);
  for (let number = first; number < first + UPLOADS; number++)
    await send(portal, await uploadOf(portal, flightIdOf(number), "LiDAR"), `upload-${number}`);
  const left = first + UPLOADS;
  await beginAndLeave(portal, await uploadOf(portal, flightIdOf(left), "LiDAR"), `left-${left}`);
  if (day >= LEFT_DAYS) {
    const old = left - LEFT_DAYS * (UPLOADS + 1);
    const upload = await uploadOf(portal, flightIdOf(old), "LiDAR");
    const { uploader } = uploaderOf(portal, upload, undefined, "UPLOAD_STALLED");
    await uploader.cancel();
    uploader.dispose();
  }
  await usePortal(portal, day);
  await settle(portal.db);
  await shiftDay(portal.db);
  await portal.restartWorker();
  await settle(portal.db);
}

/** What is kept outside of the database: files by the folder they are in. */
function fileCounts(data: string): Map<string, TableSize> {
  const counts = new Map<string, TableSize>();
  const folders = [join(data, "runs"), join(data, "logs")];
  for (const bucket of readdirSync(join(data, "objects")).filter((name) => !name.startsWith(".")))
    folders.push(join(data, "objects", bucket));
  for (const folder of folders) {
    let rows = 0;
    try {
      rows = filesBelow(folder).length;
    } catch {
      // It was never made.
    }
    counts.set(`files in ${folder.slice(data.length + 1)}`, { rows, bytes: 0 });
  }
  return counts;
}

/** Records that people keep, and what is stored for them; all else must come to a level. */
const RECORDS: ReadonlySet<string> = new Set<string>([
  ...EXPORTED,
  "stored_objects",
  "stored_folders",
]);
/** Of records those that an age or a person ends. */
const ENDED: ReadonlySet<string> = new Set(["news", "abandoned_landings", "run_tasks"]);
const isKept = (name: string): boolean =>
  (RECORDS.has(name) && !ENDED.has(name)) || /^files in objects\/(?!swath-uploads)/.test(name);

const SPARE_ROWS = 50;
const SPARE_BYTES = 2_000_000;
const MOST_GROWTH = 1.25;

interface Growth {
  readonly name: string;
  readonly weeks: readonly TableSize[];
}

const perRow = ({ rows, bytes }: TableSize): number => bytes / Math.max(rows, 1);

/** What is wrong with how a table grew; undefined where nothing is. */
function faultOf({ name, weeks }: Growth): string | undefined {
  const [middle, end] = [weeks.at(weeks.length / 2 - 1)!, weeks.at(-1)!];
  if (!isKept(name) && end.rows > middle.rows * MOST_GROWTH + SPARE_ROWS) return "rows grow";
  const isBloated =
    perRow(end) > perRow(middle) * MOST_GROWTH && end.bytes > middle.bytes + SPARE_BYTES;
  return isBloated ? "bytes of a row grow" : undefined;
}

function printGrowths(growths: readonly Growth[]): void {
  const weeks = growths[0]?.weeks.length ?? 0;
  const head = Array.from({ length: weeks }, (_, week) => `week ${week + 1}`.padStart(9)).join("");
  console.log(`${"rows at the end of".padEnd(40)}${head}  bytes`);
  for (const growth of growths) {
    const { name, weeks: sizes } = growth;
    if (sizes.every(({ rows }) => rows === 0)) continue;
    const fault = faultOf(growth);
    if (fault !== undefined) process.exitCode = 1;
    const cells = sizes.map(({ rows }) => String(rows).padStart(9)).join("");
    const bytes = `${((sizes.at(-1)?.bytes ?? 0) / 1e6).toFixed(1)} MB`.padStart(9);
    const what = fault === undefined ? (isKept(name) ? "records" : "level") : `FAILS: ${fault}`;
    console.log(`${name.padEnd(40)}${cells}${bytes}  ${what}`);
  }
}

async function simulate(portal: Portal, data: string, days: number): Promise<void> {
  const weeks = new Map<string, TableSize[]>();
  for (let day = 0; day < days; day++) {
    await oneDay(portal, day);
    if ((day + 1) % WEEK !== 0) continue;
    for (const [name, size] of [...(await tableSizes(portal.db)), ...fileCounts(data)])
      weeks.set(name, [...(weeks.get(name) ?? []), size]);
    console.error(`week ${(day + 1) / WEEK} of ${days / WEEK}`);
  }
  printGrowths([...weeks].map(([name, sizes]) => ({ name, weeks: sizes })));
}

/**
 * `npm run bench -- weeks [--days N]`: eight weeks of a small company, a day in some ten seconds: uploads that
 * arrive, that are left and cancelled, runs, sign-ins, views, news. Each night every moment in the database
 * becomes a day older, and a worker starts. Prints how each table and folder grew; ends with 1 where one
 * that should come to a level does not, or a row takes ever more bytes.
 */
export async function benchWeeks(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { days: { type: "string" } } });
  const days = Number(values.days ?? DAYS);
  const place = temporaryFolder("weeks");
  const data = join(place, "data");
  const web = join(place, "web");
  for (const folder of [data, web]) mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(web, "index.html"), "<!doctype html><title>Swath</title>");
  const postgres = await openTemporaryPostgres("weeks", { autovacuum_naptime: "5s" });
  const db = openDatabase(postgres.url("weeks"));
  const { folder: stages, allow } = waitingStages(place);
  for (let number = 0; number < days * (UPLOADS + 1); number++) allow(flightIdOf(number));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: postgres.url("weeks"),
    SWATH_DATA: data,
    SWATH_WEB: web,
    PORT: String(port),
    SWATH_STAGES: stages,
    ...KEEPING,
  };
  const program = "apps/server/src/main.ts";
  let server: Process | undefined;
  let worker: Process | undefined;
  const restartWorker = async (): Promise<void> => {
    await worker?.end();
    worker = new Process([program, "work"], env);
  };
  try {
    server = new Process([program, "serve"], env);
    await ready(origin, server);
    const catalogue = join(place, "catalogue.json");
    writeCatalogue(catalogue, days * (UPLOADS + 1));
    const importing = new Process([program, "import", catalogue], env);
    while (!importing.ended) await sleep(100);
    await restartWorker();
    await simulate({ origin, env, db, place, restartWorker }, data, days);
  } finally {
    await worker?.end("SIGKILL");
    await server?.end("SIGKILL");
    await db.destroy();
    await postgres.remove();
    removeFolder(place);
  }
}
