import { calibrationStatus } from "@swath/contract/calibrations";
import {
  ACTIONS,
  BULK_FOUND,
  BULK_LABELS,
  BULK_TARGETS,
  CONFIRMATIONS,
  JOB_ACTIONS,
  JOB_AREAS,
  JOB_STATES,
  JOB_STATUS,
  JOB_STATUSES,
  type JobArea,
  type JobEvent,
  type JobStatus,
  needReason,
} from "@swath/contract/processing";
import type { Endpoint } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import { markdownTable } from "./upload-tables.ts";

const AREA_NAMES: Readonly<Record<JobArea, string>> = {
  gps: "GPS & EO",
  lms: "LMS",
  stage: "cluster stage",
};

const isIn = (area: JobArea, status: JobStatus): boolean =>
  (JOB_STATUS[status].areas as readonly JobArea[]).includes(area);

const statuses = (): string =>
  markdownTable(
    ["status", ...JOB_AREAS.map((area) => AREA_NAMES[area]), "kind"],
    JOB_STATUSES.map((status) => [
      `\`${status}\``,
      ...JOB_AREAS.map((area) => (isIn(area, status) ? "x" : "")),
      JOB_STATUS[status].kind,
    ]),
  );

function transitions(area: JobArea): string {
  const events = Map.groupBy(JOB_STATES[area].transitions, ({ event, to }) => `${event} ${to}`);
  return markdownTable(
    ["event", "from", "to", "by"],
    [...events.values()].map((rows) => {
      const { event, to, actor } = rows[0]! as { event: JobEvent; to: JobStatus; actor: string };
      return [event, rows.map(({ from }) => from).join(", "), to, actor];
    }),
  );
}

function actionRow(name: (typeof ACTIONS)[number]): string[] {
  const action = JOB_ACTIONS[name];
  const on = JOB_AREAS.map((area) => {
    const listed: readonly JobStatus[] = action.on[area];
    if (listed.length === JOB_STATUSES.length - 1) return "any but NOT_APPLICABLE";
    return listed.length === 0 ? "–" : listed.join(", ");
  });
  const needs = action.needs.map((need) => needReason(need)).join("; ");
  const confirm = "confirm" in action ? CONFIRMATIONS[action.confirm] : "";
  return [action.label, ...on, needs, confirm];
}

const actions = (): string =>
  markdownTable(
    ["action", ...JOB_AREAS.map((area) => AREA_NAMES[area]), "refused with", "asked before"],
    ACTIONS.map(actionRow),
  );

const calibrations = (): string =>
  markdownTable(
    ["IsActive", "ExpiryDate", "status", "filter", "edit"],
    [true, false].flatMap((IsActive) =>
      [null, "2026-01-01T00:00:00Z"].map((ExpiryDate) => {
        const { text, filters, editable } = calibrationStatus({ IsActive, ExpiryDate });
        const expiry = ExpiryDate === null ? "none" : "set";
        return [String(IsActive), expiry, text, filters.join(", "), editable ? "yes" : "no"];
      }),
    ),
  );

const CALLS =
  /^\/(processing|calibration|imagery-calibration|sensors|flightline_kmz|flights\/:flightId\/(list|submit|kmz))/;
const isOfProcessing = ({ services, path }: Endpoint): boolean =>
  services.includes("orchestration") ||
  (CALLS.test(path) && services.some((service) => service !== "main"));

const calls = (): string =>
  markdownTable(
    ["service", "call", "permission", "what it does"],
    Object.values<Endpoint>(endpoints)
      .filter(isOfProcessing)
      .map(({ services, method, path, permission, summary }) => [
        services.join(", "),
        `\`${method} ${path}\``,
        permission,
        summary,
      ]),
  );

const bulkActions = (): string =>
  Object.values(BULK_LABELS)
    .map((label) => `'${label}'`)
    .join(", ");

const actionsPart = (): string => `## Actions

Approval of a result that misses a bound, by 'Mark as QA Completed' or 'Mark as Completed', needs the
reviewer's words by whichever call it comes: without them the server answers BOUNDS_MISSED with each bound,
its value and its limit (processing/A6). Words and bounds are in the audit log. QA is taken back
(\`PUT /undoqa\`) by its reviewer, or by an administrator, until a job after it has begun; the job is then
what it was before, in the inbox of failures too.

What a row's condition leaves (\`offered-actions.ts\`, rules contract/O1 to contract/O7; the first that holds
decides): guests see tooltips only; what was superseded and deleted, and archives of version 1.4, offer
nothing; archives lead to their files; superseded ones can be utilised again; documents up to version 3
offer links and the processing service's resubmission; all others what this table has. The server
answers 409 INVALID_TRANSITION with the reason for everything else.

A resubmission has the jobs begin anew that need the resubmitted one, directly or not, by the files of
their stages; all others keep their results, wherever they stand. A stage whose file is not installed
comes after all that stand before it. \`GET processing/{id}/{name}/impact\` says beforehand, by the same
rule (\`laterJobs\`), what is overwritten and how long that took.

\`GET processing/{id}/{name}/preflight\` says what a run would find, before anything is queued
(\`runs/preflight\`, rules processing/F1 to processing/F4): the jobs before it, its inputs and
whether they stand in the store (16 of them are looked for), the coordinate system (the heads of 4
clouds are read, 64 KB each), the calibration record in force and its LMS version, the space that is
left, the program, and what a task asks for against what the engine has. It writes nothing and reads
no other byte of data. What would wait or fail is \`blocking\`: the dialog then asks for a tick of its
own. What the server would end at once is \`impossible\`. Its facts are read by the code that makes a
run (\`planRun\`); what is said of them (\`preflightLines\`) is a function of them alone.

The dialog sends all files by the defaults as \`resubmit\`, anything else as \`POST runs/{id}/{name}\`,
which follows the same table and the same \`updated\`. Tasks that failed run alone by the parameters of
the attempt whose other outputs are carried over (processing/A7), and only where its inputs and its stage's
file are the same: else all run (processing/O3).

A job that is under way has an \`ExpectedEnd\`, by what earlier runs of its stage took for each gigabyte.

${actions()}

### Actions on many jobs

\`POST processing/bulk/preview\` says of up to ${BULK_TARGETS.toLocaleString("en-GB")} named jobs, or of a job of all that a list's filters find (up to
${BULK_FOUND.toLocaleString("en-GB")} processings, of every page), how many an action may be done to, and why not to the others. It
answers a key, by which \`POST processing/bulk\` does it within an hour, each job by the rules above and
with an outcome of its own: a record that changed since is left and says so; what the filters find since
is counted and left. Sent again with its key a call does nothing twice. Named jobs may be acted on
without a preview, by a new key. The actions are ${bulkActions()}; a
resubmission names its job, the others may be done to every job that they are for. What was superseded
is utilised again by the reverse, and the other way round. What is utilised again has the mark that it
had before; a call that names the keys of those that it takes back (\`undoes\`) brings back who had
superseded a job, and why.`;

/** `docs/processing.md`: what the server enforces, printed from the tables that it follows. */
export function processingTables(): string {
  return `# Processing

A **processing** is the record of what is made of one sensor log for one project: its **jobs** are the
trajectory (GPS & EO), the point cloud (LMS) and the cluster **stages** of its template. This page is
printed from the tables of \`packages/contract/src/processing\` by \`npm run print-tables\`; the server
enforces them, and a test fails where the two differ.

## How a processing begins

The catalogue's import makes one for each sensor log and project; a flight of several projects is
split, and its areas of interest are numbered by the order of the projects. A Terrain Mapper's log
belongs to the dashboard of that sensor. Every two seconds those for which something may have come are
looked at (\`processing/start\`): the first job is ordered when a template is installed, each
upload that it names is DATA_READY, and a calibration record was in force at the flight. Until then the
record says what it waits for.

## Statuses of jobs

${statuses()}

\`rest\`: nothing was asked for; \`active\`: a run is wanted or under way, so that nothing may be
resubmitted; \`waiting\`: for a person; \`ended\`: a run ended; \`judged\`: a person decided how it goes on.
\`QA_COMPLETED\` and \`QA_PENDING\` are also values of the filter by status: COMPLETED with a QA
user, and what holds the jobs after it until somebody, who can do so now, completes its QA (\`awaitsQA\`).
WAITING, SUPERSEDED and ARCHIVED are shown, never stored (\`shownStatus\`).

${JOB_AREAS.map((area) => `### Transitions of a ${AREA_NAMES[area]} job\n\n${transitions(area)}`).join("\n\n")}

${actionsPart()}

## Calibration records

${calibrations()}

A record is due where its ScheduledExpiryDate is now or earlier (K1). An active record expires where the
next one of its sensor and aircraft begins; a record that is moved past its expiry, or to another sensor or
aircraft, has none of before (K3). A flight takes the active record of its sensor and
aircraft whose survey date is not after it and whose expiry is, the newest of several (K4). A job that
reads a record and is resubmitted reads the one that is in force then (K5): what was mended counts from
the next resubmission on. Saving makes a record active and of the current LMS version, once its
instrument files were checked (K2); an active one is not edited (K6), and what another person saved
meanwhile is not overwritten (K7). A TBL file that unpacks beyond its bound is refused (K8).

## Calls

A call that changes something may name the \`Updated\` that its caller saw (query \`updated\`): where the
record is another by then, it is answered 409 RECORD_CHANGED. Filters are those of the flight list:
\`$any A,B\`, \`$anyOr\`, \`$exists\`, \`$notExists\`, \`$custom\` and dates as \`start+end\`; the Terrain
Mapper's are comma-joined values.

${calls()}
`;
}
