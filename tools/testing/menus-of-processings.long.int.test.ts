import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import {
  JOB_ACTIONS,
  type Processing,
  refusalOf,
  type TerrainMapperProcessing,
} from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openProcessingRig,
  type ProcessingRig,
} from "../../apps/server/src/processing/testing/processing-rig.ts";
import { testIdentity } from "../../apps/server/src/platform/http/testing/recorded-serve.ts";
import {
  type ChangingAction,
  requestJob,
} from "../../apps/web/src/processing/actions/job-request.ts";
import { jobView } from "../../apps/web/src/processing/dashboard/job-view.ts";
import {
  actionFacts,
  type JobRow,
  jobsOf,
  type ProcessingRow,
  rowOfProcessing,
} from "../../apps/web/src/processing/records/processing-row.ts";
import {
  type RandomTuple,
  randomTuples,
} from "../../apps/web/src/processing/testing/random-documents.ts";
import type { Api } from "../../apps/web/src/platform/api/api.ts";

const TUPLES = 10_000;
const SEED = Number(process.env["SWATH_SEED"] ?? 20_261_122);
const AT_ONCE = 200;
const LONGEST_MS = 240_000;
const EXPECTED = new Set(["INVALID_TRANSITION", "INSUFFICIENT_PRIVILEGES"]);

let rig: ProcessingRig;
let ids: readonly string[];
beforeAll(async () => {
  rig = await openProcessingRig();
  const seeded: string[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) seeded.push((await rig.seedLog()).id);
  await rig.start();
  ids = seeded;
}, LONGEST_MS);
afterAll(() => rig.database.drop());

/** Makes the processings of the database what the documents say. */
async function store(documents: readonly Processing[]): Promise<void> {
  const rows = documents.map((document, index) => ({ id: ids[index], ...document }));
  await sql`UPDATE processings p SET document_major_version = d.version, template = d.template,
      active = d.active, deleted_superseded = d.deleted, archive_path = d.archive, custom_counter = 1,
      eo_only = d.eo, waits_on = NULL, waits_for = NULL, updated = now()
    FROM jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        id: row.id,
        version: row.DocumentMajorVersion,
        template: row.ProcessingTemplate,
        active: row.Active,
        deleted: row.deletedSuperseded,
        archive: row.archiveS3PathLiDAR,
        eo: row.CustomProcessing?.eo_only,
      })),
    )}::jsonb) AS d(id text, version float8, template text, active boolean, deleted boolean,
      archive text, eo boolean) WHERE p.id = d.id`.execute(rig.db);
  const jobs = rows.flatMap((row) =>
    jobsOf(rowOfProcessing(row)).map((job) => Object.assign(job, { id: row.id })),
  );
  await sql`UPDATE processing_jobs j SET status = d.status, attempts = d.attempts, active = d.active,
      qa_user = d.qa, failed = d.failed, output_path = d.output, require_qa = d.requires,
      allow = d.allow, updated = now()
    FROM jsonb_to_recordset(${JSON.stringify(
      jobs.map((job) =>
        Object.assign(job, {
          qa: job.qaUser,
          output: job.link === null ? null : `${job.name}/.attempt-1/`,
          requires: job.requireQA,
        }),
      ),
    )}::jsonb) AS d(id text, name text, status text, attempts int, active boolean, qa text,
      failed int, output text, requires boolean, allow text[])
    WHERE j.processing_id = d.id AND j.name = d.name`.execute(rig.db);
}

/** The processings as the dashboard's list has them, by their identifiers. */
async function listed(): Promise<ReadonlyMap<string, Processing>> {
  const { reply } = await rig.ask(endpoints.listProcessings, {
    query: { page: 1, pageSize: AT_ONCE },
    identity: testIdentity("crew"),
  });
  return new Map(reply.map((document) => [document._id, document]));
}

/** The dashboard's own calls, to the server's own handlers. */
function apiAs(roles: readonly Role[]): Api {
  const identity = { ...testIdentity("crew"), roles: [...roles] };
  return {
    call: async (endpoint, request) =>
      (await rig.ask(endpoint, { ...(request as object), identity })).reply,
    list: () => Promise.reject(new Error("not listed here")),
    file: () => Promise.reject(new Error("no file here")),
  };
}

/** Whether the server did what was sent: the record is another one then. */
async function isDone(row: ProcessingRow, job: JobRow, tuple: RandomTuple): Promise<boolean> {
  const { action, roles } = tuple;
  const issue = { description: "a gap", resolution: "flown again" };
  try {
    const reply = await requestJob(apiAs(roles), { row, job, action, issue });
    return (reply as Processing | TerrainMapperProcessing).Updated !== row.updated;
  } catch (error) {
    if (error instanceof AppError && EXPECTED.has(error.code)) return false;
    throw error;
  }
}

/** `lms/submit` stands for two entries of the menu: which, the job's status says. */
function actionOf({ action }: RandomTuple, { area, status }: JobRow): ChangingAction {
  if (area !== "lms" || (action !== "resubmitJob" && action !== "submitLMS")) return action;
  return JOB_ACTIONS.submitLMS.on.lms.includes(status) ? "submitLMS" : "resubmitJob";
}

const facts = { waiting: false, currentLMSVersion: "4.2", lmsVersion: null };
const menuOf = (row: ProcessingRow, roles: readonly Role[]) =>
  jobsOf(row).map((job) => jobView(row, job, { ...facts, roles }).actions);

test(
  `of ${TUPLES} processings what the server does is what the table allows and the menu offers`,
  async () => {
    const answers = { done: 0, refused: 0 };
    const tuples = randomTuples(TUPLES, SEED);
    const differing: object[] = [];
    for (let from = 0; from < TUPLES; from += AT_ONCE) {
      const chunk = tuples.slice(from, from + AT_ONCE);
      await store(chunk.map(({ document }) => document));
      const documents = await listed();
      await Promise.all(
        chunk.map(async (tuple, index) => {
          const { document, roles } = tuple;
          const row = rowOfProcessing(documents.get(ids[index]!)!);
          const job = jobsOf(row)[tuple.job]!;
          const action = actionOf(tuple, job);
          // What is drawn in Chromium from the same documents is what the server's own would draw.
          expect(menuOf(row, roles)).toEqual(menuOf(rowOfProcessing(document), roles));
          const refusal = refusalOf(action, actionFacts(row, job, roles));
          const offered = jobView(row, job, { ...facts, roles }).actions.some(
            (each) =>
              each.action === action && each.disabled === undefined && each.explained === undefined,
          );
          const done = await isDone(row, job, { ...tuple, action });
          answers[done ? "done" : "refused"] += 1;
          if (done === offered && done === (refusal === undefined)) return;
          const { status, name } = job;
          differing.push({ action, name, status, roles, done, offered, refusal });
        }),
      );
    }
    expect(differing).toEqual([]);
    // A sample in which next to nothing is done would say little.
    expect(answers.done).toBeGreaterThan(TUPLES / 20);
    console.log(`seed ${SEED}: ${answers.done} done, ${answers.refused} refused`);
  },
  LONGEST_MS,
);
