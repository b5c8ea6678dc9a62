import {
  type Attempt,
  boundsOf,
  type FlightRuns,
  isJobDone,
  isMissed,
  JOB_STATUS,
  judgeMeasure,
  type Measure,
  type RunningJob,
  strictest,
} from "@swath/contract/processing";

type Processing = FlightRuns[number];

const kindOf = ({ status }: RunningJob): string => JOB_STATUS[status].kind;

/** Whether the next job may start. */
const isDone = (job: RunningJob): boolean => isJobDone(job.status, job.waitsForQA);
export const isActive = (job: RunningJob): boolean => kindOf(job) === "active";
/** Whether a job ended, or does not go on without a person. */
export const hasEnded = (job: RunningJob): boolean =>
  !isActive(job) && job.status !== "NOT_COMMENCED" && job.status !== "NOT_APPLICABLE";

/** Whether a run of the job has not ended: an engine has it, or is handed it. */
export const isUnderWay = (job: RunningJob): boolean =>
  isActive(job) && job.latest !== null && job.latest.outcome === null;

/**
 * The job to be ordered: the one named, or the first that is neither done nor under way. What waits
 * for an upload or a calibration record is not ordered: it starts by itself, with the right record.
 */
export function jobToOrder({ jobs, waitsFor }: Processing, stage?: string): RunningJob | undefined {
  if (stage !== undefined) return jobs.find(({ name }) => name === stage);
  if (waitsFor !== null) return undefined;
  const first = jobs.find((job) => job.status !== "NOT_APPLICABLE" && !isDone(job));
  return first === undefined || isActive(first) || first.waitsForQA ? undefined : first;
}

const waitsForPerson = ({ status, waitsForQA }: RunningJob): boolean =>
  waitsForQA || status === "MANUAL_PROCESSING_REQUIRED";

/** Lines on waiting jobs with their reasons: an upload, a record, or another job. */
export const waitingLines = (processings: readonly Processing[]): string[] =>
  processings.flatMap(({ sensorId, waitsFor, jobs }) => [
    ...(waitsFor === null ? [] : [`${sensorId}: ${waitsFor}`]),
    ...jobs.flatMap((job) =>
      isActive(job) && !isUnderWay(job) && job.reason !== null ? `${job.name}: ${job.reason}` : [],
    ),
  ]);

/** The exit code of ended jobs: 0 all done, 1 one failed, 3 one waits for a person. */
export function exitCodeOf(jobs: readonly RunningJob[]): number {
  const ended = jobs.filter(hasEnded);
  if (ended.some((job) => !isDone(job) && !waitsForPerson(job))) return 1;
  return ended.some(waitsForPerson) ? 3 : 0;
}

/** A count as it is, another figure to four digits. */
const rounded = (value: number): string =>
  (Number.isInteger(value) ? value : Number(value.toPrecision(4))).toLocaleString("en-GB", {
    maximumFractionDigits: 6,
  });

function figureOf({ value, tasks, unit }: Measure): string {
  const [least, most] = [tasks?.least ?? value, tasks?.most ?? value];
  if (least === null || most === null) return "not measured";
  const values = tasks === undefined ? rounded(least) : `${rounded(least)} to ${rounded(most)}`;
  const note = tasks === undefined ? "" : ` of ${tasks.count} tasks, not joined`;
  return `${values}${unit && ` ${unit}`}${note}`;
}

function measureLine(measure: Measure, accepted: Attempt["accepted"]): string {
  const of = boundsOf(measure, accepted);
  const { least, most } = strictest(of);
  const bounds = [
    ...(least === null ? [] : [`≥ ${least}`]),
    ...(most === null ? [] : [`≤ ${most}`]),
    ...(isMissed(judgeMeasure(measure, of)) ? ["MISSED"] : []),
  ].join(", ");
  const figure = `${measure.label} ${figureOf(measure)}`;
  return bounds === "" ? figure : `${figure} (${bounds})`;
}

function seconds({ latest }: RunningJob): string {
  if (latest?.started == null || latest.ended === null) return "";
  const ms = Date.parse(latest.ended) - Date.parse(latest.started);
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** A job's line: name, status, time, tasks, measures, and why where there is a reason. */
export function jobLine(job: RunningJob): string {
  const { name, status, reason, latest, waitsForQA } = job;
  const failed = latest !== null && latest.failed > 0 ? `, ${latest.failed} failed` : "";
  const tasks =
    latest === null ? "" : `${latest.tasks} task${latest.tasks === 1 ? "" : "s"}${failed}`;
  const measures = (latest?.measures ?? [])
    .map((measure) => measureLine(measure, latest!.accepted))
    .join("; ");
  const why = [reason ?? "", waitsForQA ? "waits for its QA" : ""].filter((text) => text !== "");
  return [name.padEnd(14), status.padEnd(12), seconds(job), tasks, measures, ...why]
    .filter((cell) => cell !== "")
    .join("  ");
}

/** The files that a job failed with, a line for each message. */
export const failureLines = ({ failedFiles }: RunningJob): string[] =>
  failedFiles.flatMap(({ file_names, failure_message }) =>
    failure_message.map((message) => `  ${file_names.join(", ")}: ${message}`),
  );
