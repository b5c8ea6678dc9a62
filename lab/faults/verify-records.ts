import { isRunning, JOB_STATUS, type JobStatus } from "@swath/contract/processing";
import type { Stand } from "./stand.ts";
import { verifyOutputs } from "./verify-outputs.ts";
import { readPublications, verifyPublications } from "./verify-publications.ts";

const PUBLISHES: ReadonlySet<JobStatus> = new Set(["COMPLETED", "COMPLETED_WITH_ERRORS"]);

async function verifyHistory({ db }: Stand, job: string, runs: number): Promise<string[]> {
  const history = await db
    .selectFrom("processing_job_history")
    .select("status")
    .where("job_id", "=", job)
    .execute();
  const events = await db
    .selectFrom("audit.events")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("action", "=", "job.moved")
    .where((eb) => eb(eb.ref("detail", "->>").key("job"), "=", job.slice(job.lastIndexOf("-") + 1)))
    .where((eb) =>
      eb(eb.ref("detail", "->>").key("processing"), "=", job.slice(0, job.lastIndexOf("-"))),
    )
    .executeTakeFirstOrThrow();
  const ends = history.filter(({ status }) => JOB_STATUS[status].kind === "ended").length;
  const faults: string[] = [];
  if (ends !== runs) faults.push(`${job}: its history ends ${ends} times, of ${runs} runs`);
  if (events.count !== history.length)
    faults.push(`${job}: ${events.count} audit events of ${history.length} changes`);
  return faults;
}

async function verifyJob(
  stand: Stand,
  job: { id: string; processing_id: string; name: string; status: JobStatus; attempts: number },
): Promise<string[]> {
  const { db } = stand;
  const runs = await db
    .selectFrom("processing_runs")
    .select(["id", "attempt", "state", "published"])
    .where("job_id", "=", job.id)
    .orderBy("attempt")
    .execute();
  const faults = await verifyHistory(stand, job.id, runs.length);
  const attempts = runs.map(({ attempt }) => attempt).join();
  if (attempts !== runs.map((_, index) => index + 1).join())
    faults.push(`${job.id}: its attempts are ${attempts}`);
  if (runs.some(({ state }) => state !== "ended"))
    faults.push(`${job.id}: is ${job.status} and has a run that is active`);
  const published = runs.filter((run) => run.published);
  if (published.length > 1) faults.push(`${job.id}: ${published.length} attempts are published`);
  if (PUBLISHES.has(job.status) && published[0]?.attempt !== runs.at(-1)?.attempt)
    faults.push(`${job.id}: is ${job.status} and its last attempt is not published`);
  const facts = { processing: job.processing_id, name: job.name, status: job.status };
  return [...faults, ...(await verifyOutputs(stand, facts, published[0]))];
}

/** Everything that must hold of processings whose jobs have ended. */
export async function verifyRecords(
  stand: Stand,
  processings: readonly string[],
  touched: ReadonlySet<string>,
): Promise<string[]> {
  const { db } = stand;
  const jobs = await db
    .selectFrom("processing_jobs")
    .select(["id", "processing_id", "name", "status", "attempts", "reason"])
    .where("processing_id", "in", processings)
    .execute();
  const faults = verifyPublications(readPublications(stand));
  for (const job of jobs) {
    if (isRunning(job.status)) continue;
    faults.push(...(await verifyJob(stand, job)));
    if (job.status !== "COMPLETED" && !touched.has(job.processing_id))
      faults.push(`${job.id}: is ${job.status} though no fault was its own: ${job.reason}`);
  }
  const open = await db
    .selectFrom("job_orders as o")
    .innerJoin("processing_jobs as j", "j.id", "o.job_id")
    .select("o.job_id")
    .where("o.taken", "is", null)
    .where("j.processing_id", "in", processings)
    .execute();
  return [...faults, ...open.map(({ job_id }) => `${job_id}: its order was not taken`)];
}
