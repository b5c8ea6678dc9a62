import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type OutputManifest, type StageFile, stageFileSchema } from "@swath/contract/processing";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { moveJobStatus, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { type JobOrder, orderJob } from "../records/order-jobs.ts";
import { systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import { createOrchestrator, type Orchestrator } from "../orchestrate/orchestrate.ts";
import { FakeEngine } from "./fake-engine.ts";
import {
  FLIGHT,
  type SeededJob,
  seedFlight,
  seedProcessing,
  seedUpload,
  UPLOAD,
} from "./seed-records.ts";

const ACTOR = { subject: "crew", name: "Casey Crew" };

const none = async (): Promise<undefined> => undefined;
/** A processing without calibration and instruction. */
export const NO_RECORDS: RunDeps["records"] = {
  calibration: none,
  renewedCalibration: none,
  instruction: none,
  coordinates: async () => ({ epsg: 7856, verticalDatum: null }),
};

/** A stage of tests; what is left out is a single task over the upload's files. */
export function testStage(name: string, rest: object = {}): StageFile {
  return stageFileSchema.parse({
    name,
    label: `${name} label`,
    version: 1,
    inputs: { points: { from: `upload:${UPLOAD}`, glob: "*.laz" } },
    tasks: "once",
    command: [
      "{node}",
      "{stages}/main.ts",
      name,
      "--cell",
      "{param.cell}",
      "{input.points}",
      "{out}",
    ],
    params: { cell: { type: "number", label: "Cell", default: 1, least: 0.1, most: 10 } },
    outputs: [{ glob: "*.json", kind: "report" }],
    ...rest,
  });
}

/** The runs module on a database and a store of its own, with an engine that tests play. */
export class RunRig {
  readonly db: TestDatabase["db"];
  readonly deps: RunDeps;
  readonly engine: FakeEngine;
  readonly problems: unknown[] = [];
  readonly stages = new Map<string, KnownStage>();
  /** The data folder of its store. */
  readonly folder: string;
  orchestrator: Orchestrator;
  readonly #close: () => Promise<void>;

  private constructor(
    database: TestDatabase,
    folder: string,
    store: ObjectStore,
    buckets: Record<BucketRole, string>,
  ) {
    this.db = database.db;
    this.folder = folder;
    this.engine = new FakeEngine(store);
    this.deps = {
      db: this.db,
      store,
      buckets,
      engine: this.engine,
      catalogue: { stages: this.stages, templates: new Map() },
      templates: new Map(),
      records: NO_RECORDS,
      spool: join(folder, "runs"),
      storeAccess: "{}",
      programs: { node: "/node", stages: "/stages", grids: "" },
      clock: systemClock,
      onProblem: ({ error }) => void this.problems.push(error),
    };
    this.orchestrator = createOrchestrator(this.deps);
    this.#close = async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
  }

  /** With a store of files, or another, whose buckets are named by `run`. */
  static async open(
    openStore?: (bucketOf: (role: BucketRole) => string) => Promise<ObjectStore>,
    run = "",
  ): Promise<RunRig> {
    const folder = await mkdtemp(join(tmpdir(), "swath-runs-"));
    const secret = Buffer.from("a secret of this test only");
    const options = { folder: join(folder, "objects"), secret, publicUrl: "", clock: systemClock };
    const bucketOf = (role: BucketRole): string => `swath-${role.toLowerCase()}${run}`;
    const store = await (openStore?.(bucketOf) ?? openFileStore(options));
    const buckets = Object.fromEntries(
      BUCKET_ROLES.map((role) => [role, bucketOf(role)]),
    ) as Record<BucketRole, string>;
    await store.ensureBuckets(Object.values(buckets));
    const database = await createTestDatabase();
    await seedFlight(database.db);
    return new RunRig(database, folder, store, buckets);
  }

  install(...stages: StageFile[]): void {
    for (const file of stages) this.stages.set(file.name, { file, sha256: "0".repeat(64) });
  }

  seedUpload(files: Readonly<Record<string, string>>): Promise<void> {
    return seedUpload(this.deps, files);
  }

  seedProcessing(jobs: readonly SeededJob[]): Promise<string> {
    return seedProcessing(this.db, jobs);
  }

  async job(processing: string, name: string): Promise<ProcessingJob> {
    return this.db
      .selectFrom("processing_jobs")
      .selectAll()
      .where("id", "=", `${processing}-${name}`)
      .executeTakeFirstOrThrow();
  }

  async order(processing: string, name: string, order: JobOrder = {}): Promise<void> {
    const job = await this.job(processing, name);
    await this.db.transaction().execute(async (trx) => {
      const ordered = await orderJob(trx, job, order, { actor: ACTOR, flightId: FLIGHT });
      if (!ordered.ok) throw new Error(ordered.reason);
    });
  }

  async move(
    processing: string,
    name: string,
    event: Parameters<typeof moveJobStatus>[2],
    columns: NonNullable<Parameters<typeof moveJobStatus>[3]["columns"]> = {},
  ): Promise<void> {
    const job = await this.job(processing, name);
    const change = { actor: ACTOR, flightId: FLIGHT, columns };
    await this.db.transaction().execute((trx) => moveJobStatus(trx, job, event, change));
  }

  /** The key of the one run that the engine has. */
  onlyKey(): string {
    const [key, ...more] = this.engine.open;
    if (key === undefined || more.length > 0) throw new Error(`${more.length} more runs`);
    return key;
  }

  /** A run of a stage, as far as its tasks run. */
  async startRun(stage = testStage("PI1")): Promise<{ id: string; key: string }> {
    this.install(stage);
    const id = await this.seedProcessing([stage.name]);
    await this.order(id, stage.name);
    await this.settle();
    const key = this.onlyKey();
    this.engine.set(key, { phase: "running" });
    await this.settle();
    return { id, key };
  }

  /** Passes until nothing moves. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1)
      if ((await this.orchestrator.pass()).moved === 0) return;
    throw new Error("the orchestrator finds no end");
  }

  async manifest(processing: string, job: string): Promise<OutputManifest | undefined> {
    const { store, buckets } = this.deps;
    const key = `${processing}/${job}/manifest.json`;
    if ((await store.head(buckets.terrainMapperProcessing, key)) === undefined) return undefined;
    const json = await text(await store.read(buckets.terrainMapperProcessing, key));
    return JSON.parse(json) as OutputManifest;
  }

  close(): Promise<void> {
    return this.#close();
  }
}
