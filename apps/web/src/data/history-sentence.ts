import {
  AUDIT_EVENTS,
  type AuditAction,
  type AuditFacts,
  type HistoryEntry,
} from "@swath/contract/history";
import {
  FINDING_KINDS,
  type FindingKind,
  JOB_ACTIONS,
  type JobAction,
  STATUS_LABELS,
} from "@swath/contract/processing";
import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { formatBytes, formatCount, plural } from "../ui/text/format.ts";

/** What an event says, where `it` is the upload that it is about. */
type Sentences = { readonly [A in AuditAction]: (facts: AuditFacts<A>, it: string) => string };

const label = (status: UploadStatus): string => UPLOAD_STATUS[status].label;
const quotedStatus = (status: keyof typeof STATUS_LABELS): string => quoted(STATUS_LABELS[status]);
/** An action as in its menu. */
const actionLabel = (action: string, job: string | null): string =>
  Object.hasOwn(JOB_ACTIONS, action)
    ? JOB_ACTIONS[action as JobAction].label.replace("{name}", job ?? "")
    : action;
const fileCount = (count: number): string => plural(count, "file");
const times = (count: number): string => (count === 1 ? "" : `, ${plural(count, "time")}`);
/** A kind that is no longer known is said as it was recorded. */
const findingLabel = (kind: string): string =>
  Object.hasOwn(FINDING_KINDS, kind) ? FINDING_KINDS[kind as FindingKind] : kind;

const quoted = (name: string): string => `‘${name}’`;

/** Why a call was refused, by the codes of the contract that refuse. */
const REFUSALS: Readonly<Record<string, string>> = {
  INSUFFICIENT_PRIVILEGES: "their groups do not allow it",
  NOT_UPLOAD_OWNER: "the upload is another user’s",
  UNAUTHENTICATED: "no valid token came with it",
  TOKEN_EXPIRED: "the token had expired",
  INVALID_TRANSITION: "the upload’s status does not allow it",
  UPLOAD_NOT_ACTIVE: "the upload was not active in this browser",
  UPLOAD_HELD_ELSEWHERE: "another page held the upload",
  UPLOAD_INCOMPLETE: "not every object had arrived",
  MANIFEST_MISSING: "the server held no manifest",
  MANIFEST_MISMATCH: "the folder was another one",
  QUOTA_EXCEEDED: "they have as much under way as one person may have",
  UPLOAD_POLICY_REFUSED: "the store’s form did not allow it",
  TOO_MANY_REQUESTS: "there were too many calls",
};
const why = (code: string): string => REFUSALS[code] ?? code.toLowerCase().replaceAll("_", " ");

const SIGNED_OUT: Readonly<Record<AuditFacts<"session.ended">["by"], (person: string) => string>> =
  {
    person: () => "Signed out.",
    provider: () => "Was signed out by the identity provider.",
    administrator: (person) => `Ended a session of ${person}.`,
  };

type Changed = Readonly<Record<string, unknown>>;
const said = (value: unknown): string =>
  typeof value === "string"
    ? Object.hasOwn(STATUS_LABELS, value)
      ? quotedStatus(value as keyof typeof STATUS_LABELS)
      : value
    : value === null
      ? "none"
      : JSON.stringify(value);

/** `status from RUNNING to CANCELLED`, for each member that changed. */
function changes(before: Changed, after: Changed): string {
  const parts = Object.entries(after).map(
    ([name, value]) => `${name} from ${said(before[name] ?? null)} to ${said(value)}`,
  );
  return parts.length === 0 ? /* text */ "nothing changed" : parts.join(", ");
}

const because = (reason: string | null): string => (reason === null ? "" : ` Reason: ${reason}`);

const STORED_FAULT = {
  missing: "is missing",
  size: "has another size than was verified",
  content: "has other content than was verified",
} as const;

const SENTENCES: Sentences = {
  "upload.moved": ({ from, to, isUpdate, reason }, it) =>
    `Moved ${it} from ${label(from)} to ${label(to)}${isUpdate ? " as an update" : ""}.${because(reason)}`,
  "upload.reset": ({ from, reason }, it) =>
    `Reset ${it} from ${label(from)}: it is ready for upload again.${because(reason)}`,
  "upload.stalled": ({ from }, it) =>
    `Stopped ${it} in ${label(from)}: its browser was no longer heard from.`,
  "upload.takenOver": ({ from }, it) =>
    `Took ${it} over in ${label(from)}, to resume it on another page.`,
  "upload.planned": ({ files: count, bytes: size, isUpdate }, it) =>
    `Announced ${fileCount(count)} of ${formatBytes(size)} for ${isUpdate ? "an update of " : ""}${it}.`,
  "upload.damageWarned": ({ reason }, it) =>
    `Files of ${it} arrived as they were sent, but look damaged.${because(reason)}`,
  "upload.receiptMade": ({ files: count, bytes: size }, it) =>
    `Had a receipt made of ${it}: ${fileCount(count)} of ${formatBytes(size)}.`,
  "upload.bringBack": ({ files: count, bytes: size, reason }, it) =>
    `Ordered ${fileCount(count)} of ${formatBytes(size)} that had been replaced in ${it} to be brought back.${because(reason)}`,
  "upload.broughtBack": ({ files: count, fault }, it) =>
    `Brought ${fileCount(count)} of ${it} back.${fault === null ? "" : ` Not brought back: ${fault}`}`,
  "upload.rebuilt": ({ locations }, it) =>
    `Rebuilt and verified ${it}: the data is ready in ${locations.join(" and ")}.`,
  "upload.rebuildFailed": ({ reason }, it) => `Found a fault in ${it}: ${reason}`,
  "upload.damageFound": ({ reason }, it) => `Asked for a part of ${it} again: ${reason}`,
  "upload.storedFault": ({ bucket, path, fault }, it) =>
    `Found that ${path} of ${it} ${STORED_FAULT[fault]} in ${bucket}.`,
  "upload.verificationOrdered": (_facts, it) =>
    `Had the server read all stored files of ${it} again.`,
  "upload.verificationCancelled": ({ orderedBy }, it) =>
    `Ended the reading of the stored files of ${it}, which ${orderedBy} had ordered.`,
  "upload.verified": ({ files: count, bytes: size, damaged, cold, replaced }, it) =>
    replaced
      ? `Ended the reading of the stored files of ${it}: the data was changed meanwhile.`
      : `Read ${fileCount(count)} of ${formatBytes(size)} of ${it}: ${damaged === 0 ? "all are as sealed" : `${fileCount(damaged)} damaged`}.${cold === 0 ? "" : ` In cold storage, and not read: ${formatCount(cold)}.`}`,
  "archive.started": ({ bucket, prefix }, it) =>
    `Began to archive ${it} in s3://${bucket}/${prefix}.`,
  "archive.finished": ({ bucket, prefix, objects, bytes: size }, it) =>
    `Archived ${it}: ${plural(objects, "object")} of ${formatBytes(size)} in s3://${bucket}/${prefix}.`,
  "archive.failed": ({ reason }, it) => `Could not archive ${it}: ${reason}`,
  "archive.validated": ({ bucket, prefix, succeeded }) =>
    `Validated the archive in s3://${bucket}/${prefix}: ${succeeded ? "it is whole" : "it is not whole"}.`,
  "cold.moveOrdered": ({ storageClass }) =>
    `Ordered the flight’s data to be moved to cold storage, ${storageClass}.`,
  "cold.moved": ({ storageClass, objects, bytes: size }) =>
    `Moved ${plural(objects, "object")} of ${formatBytes(size)} to cold storage, ${storageClass}.`,
  "cold.moveStopped": ({ objects, reason }) =>
    `Ended a move to cold storage after ${plural(objects, "object")}: ${reason}.`,
  "cold.restoreOrdered": ({ place, days, tier }) =>
    `Ordered ${place ?? "the flight’s data"} to be restored from cold storage for ${plural(days, "day")}, ${tier}.`,
  "cold.restored": ({ objects, bytes: size, until }) =>
    `Restored ${plural(objects, "object")} of ${formatBytes(size)} from cold storage${until === null ? "" : `, until ${until.slice(0, 10)}`}.`,
  "job.moved": ({ job, from, to, reason }) =>
    `Moved the processing job ${job} from ${quotedStatus(from)} to ${quotedStatus(to)}${reason === null ? "." : `: ${reason}`}`,
  "attempt.restored": ({ job, attempt }) =>
    `Restored attempt ${attempt} of the processing job ${job}.`,
  "processing.changed": ({ job, action, before, after, reason }) =>
    `Did ${quoted(actionLabel(action, job))} to ${job === null ? "the processing" : `the processing job ${job}`}: ${changes(before, after)}.${because(reason)}`,
  "finding.marked": ({ job, kind }) =>
    `Marked a finding in the clouds of ${job}: ${findingLabel(kind)}.`,
  "finding.answered": ({ job, closes }) =>
    `${closes ? "Settled" : "Answered"} a finding in the clouds of ${job}.`,
  "profile.saved": ({ job, name }) => `Saved the profile ${quoted(name)} of the clouds of ${job}.`,
  "profile.deleted": ({ job, name }) =>
    `Deleted the profile ${quoted(name)} of the clouds of ${job}.`,
  "processing.created": ({ sensorId, template }) =>
    `Made a custom processing of ${sensorId} by the template ${template ?? "none"}.`,
  "calibration.saved": ({ kind, sensor, aircraft, before }) =>
    `${before === null ? "Added" : "Completed"} ${kind === "lidar" ? "LiDAR" : "imagery"} parameters of ${sensor} in ${aircraft}.`,
  "instruction.saved": ({ project, site, before }) =>
    `${before === null ? "Added" : "Changed"} the instruction of ${project}, ${quoted(site)}.`,
  "instruction.controlled": ({ file, points }) =>
    `Uploaded ${quoted(file)} with ${plural(points, "control point")}.`,
  "object.downloaded": ({ bucket, key }) => `Downloaded s3://${bucket}/${key}.`,
  "clouds.opened": ({ bucket, folder, files }) =>
    `Looked at ${plural(files, "point cloud")} of s3://${bucket}/${folder}.`,
  "cloud.prepared": ({ bucket, key, bytes }) =>
    `Had s3://${bucket}/${key} (${formatBytes(bytes)}) prepared for viewing.`,
  "folder.downloaded": ({ bucket, prefix, files, bytes }) =>
    `Downloaded ${plural(files, "file")} (${formatBytes(bytes)}) of s3://${bucket}/${prefix} as a ZIP.`,
  "catalogue.imported": ({ flights }) => `Imported a catalogue of ${plural(flights, "flight")}.`,
  "issue.filed": ({ key }) => `Filed the support issue ${key}.`,
  "view.saved": ({ name, shared }) =>
    `Saved the ${shared ? "shared" : "private"} view ${quoted(name)}.`,
  "view.removed": ({ name }) => `Removed the view ${quoted(name)}.`,
  "session.started": () => "Signed in.",
  "session.ended": ({ by, person = "someone" }) => SIGNED_OUT[by](person),
  "session.refused": ({ count }) => `Failed to sign in${times(count)}.`,
  "setting.changed": ({ name, before, after }) =>
    `Set ${name} ${before === null ? "" : `from ${before} `}to ${after}.`,
  "project.held": ({ project, reason }) =>
    `Put ${project} on hold: nothing of its flights is removed.${because(reason)}`,
  "project.released": ({ project, reason }) => `Lifted the hold of ${project}.${because(reason)}`,
  "project.retentionSet": ({ project, years }) =>
    years === null
      ? `Had the data of ${project} kept for good.`
      : `Had the data of ${project} kept for ${plural(years, "year")} after its end.`,
  "data.deletionOrdered": ({ about, flights, reason }) =>
    `Ordered the data of ${about} to be deleted, ${plural(flights, "flight")}.${because(reason)}`,
  "data.deleted": ({ uploads, processings, reason }) =>
    `Deleted the data of the flight: ${plural(uploads, "upload")}, ${plural(processings, "processing")}.${because(reason)}`,
  "data.deletionFinished": ({ objects, bytes: size }) =>
    `Ended a deletion: ${plural(objects, "object")} of ${formatBytes(size)} were removed.`,
  "person.removed": ({ pseudonym, reason }) =>
    `Removed a person, whom the records call ${pseudonym} from now on.${because(reason)}`,
  "call.refused": ({ method, route, code, count }) =>
    route === "*"
      ? `Was refused ${formatCount(count)} more calls.`
      : `Was refused a call${times(count)}: ${why(code)} (${method} ${route}).`,
};

/** The upload that an event is about, as people call it. */
function uploadName(upload: HistoryEntry["upload"]): string {
  return upload === null
    ? /* text */ "the upload"
    : `the ${upload.Type} upload of ${upload.SensorName}`;
}

function sentence<A extends AuditAction>(action: A, entry: HistoryEntry): string | undefined {
  const facts = AUDIT_EVENTS[action].facts.safeParse(entry.detail);
  if (!facts.success) return undefined;
  return SENTENCES[action](facts.data as AuditFacts<A>, uploadName(entry.upload));
}

/** What happened, in one sentence; facts of an older release that cannot be read leave the action's name. */
export function sentenceOf(entry: HistoryEntry): string {
  return sentence(entry.action, entry) ?? entry.action;
}

export function actorOf({ actor, name }: Pick<HistoryEntry, "actor" | "name">): string {
  if (actor === "person") return name ?? "";
  return actor === "swath" ? "Swath" : "Not signed in";
}
