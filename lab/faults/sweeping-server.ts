import { appendFileSync } from "node:fs";
import { inspect } from "node:util";
import { AppError } from "@swath/contract/errors";
import type { RunDeps } from "../../apps/server/src/processing/processing-deps.ts";
import { keepOrchestrating } from "../../apps/server/src/processing/orchestrate/keep-orchestrating.ts";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openComputeEngine } from "../../apps/server/src/platform/open-compute.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import { BUCKETS, computeOptions, foldersOf, type Place, storeOptions } from "./place.ts";
import { STORE_AWAY } from "./server-pool.ts";
import { faultCatalogue } from "./stages.ts";

/*
 * A server process of the stand: sweeps as `swath work` does, reports each sweep to the process that
 * started it, and keeps a line of each manifest that it wrote.
 */
const place = JSON.parse(process.argv[2] ?? "null") as Place;
const at = foldersOf(place);
const none = async (): Promise<undefined> => undefined;

const MANIFEST = /^[^.]*\/manifest\.json$/;

/** The store, whose publications are written down before they are made. */
function recorded(store: ObjectStore): ObjectStore {
  const write: ObjectStore["write"] = async (bucket, key, parts, options) => {
    if (!MANIFEST.test(key)) return store.write(bucket, key, parts, options);
    const chunks: Uint8Array[] = [];
    for await (const chunk of parts) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const line = JSON.stringify({ pid: process.pid, key, text: bytes.toString() });
    appendFileSync(at.publications, `${line}\n`);
    return store.write(bucket, key, [bytes], options);
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "write") return write;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** As the program does, it refuses to start where its store is away. */
async function openStore(): Promise<ObjectStore> {
  try {
    return await openObjectStore(storeOptions(place), systemClock, { mustStand: true });
  } catch (error) {
    if (error instanceof AppError && error.code === "STORE_UNAVAILABLE") process.exit(STORE_AWAY);
    throw error;
  }
}

/** Only who sweeps reads all open submissions. */
const SWEEPS = 'from "run_submissions" as "s"';

const deps: RunDeps = {
  db: openDatabase(place.databaseUrl, {
    onQuery: ({ level, query }) => {
      if (level === "query" && query.sql.includes(SWEEPS)) process.send?.("swept");
    },
  }),
  store: recorded(await openStore()),
  buckets: BUCKETS,
  engine: await openComputeEngine(computeOptions(place)),
  catalogue: faultCatalogue(),
  templates: new Map(),
  records: {
    calibration: none,
    renewedCalibration: none,
    instruction: none,
    coordinates: async () => ({ epsg: 7856, verticalDatum: null }),
  },
  spool: at.spool,
  storeAccess: JSON.stringify(storeOptions(place)),
  programs: { node: process.execPath, stages: at.data, grids: "" },
  clock: systemClock,
  onProblem: ({ run, error }) => {
    const now = new Date().toISOString();
    appendFileSync(at.problems, `${now} ${process.pid} ${run} ${inspect(error)}\n`);
  },
};

process.send?.("ready");
process.on("disconnect", () => process.exit(0));
await keepOrchestrating(deps, new AbortController().signal);
