import { z } from "zod";
import { RESTORE_TIERS } from "./cold/cold-state.ts";
import { SIGN_IN_PROBLEMS } from "./identity/sign-in.ts";
import { JOB_STATUSES } from "./processing/job-status.ts";
import { STORED_FAULTS } from "./uploads/stored-verification.ts";
import { UPLOAD_STATUSES } from "./uploads/upload-status.ts";
import { flightIdSchema, uploadIdSchema } from "./ids/id-schemas.ts";
import { pageSchema, rowsSchema } from "./filters.ts";
import { AUDIT_KINDS, type AuditKind } from "./history-kinds.ts";
import { endpoint } from "./endpoint.ts";
import { uploadTypeSchema } from "./uploads/upload-types.ts";

export * from "./history-kinds.ts";

function event<const K extends AuditKind, S extends z.core.$ZodLooseShape>(kind: K, facts: S) {
  return { kind, facts: z.object(facts) };
}

const reason = z.string().max(4_000);
/** Of what is done to another's upload; null of one's own. */
const given = reason.nullable().default(null);
const count = z.int().nonnegative();
/** Views of other lists than flights came later. */
const viewFacts = { name: z.string(), shared: z.boolean(), list: z.string().default("flights") };
const ofJob = { processing: z.string(), job: z.string() };
const finding = { ...ofJob, finding: z.string() };
const profile = { ...ofJob, name: z.string() };
const place = { bucket: z.string(), prefix: z.string() };

/** Every action that the audit log knows, with its kind and the facts that belong to it. */
export const AUDIT_EVENTS = {
  "upload.moved": event("upload", {
    from: z.enum(UPLOAD_STATUSES),
    to: z.enum(UPLOAD_STATUSES),
    isUpdate: z.boolean(),
    reason: given,
  }),
  /** A team leader or administrator made it ready for upload again. */
  "upload.reset": event("upload", { from: z.enum(UPLOAD_STATUSES), reason: given }),
  /** Its lease expired: the browser that sent it is silent. */
  "upload.stalled": event("upload", { from: z.enum(UPLOAD_STATUSES), to: z.enum(UPLOAD_STATUSES) }),
  /** The server keeps a new manifest for it. */
  "upload.planned": event("upload", { files: count, bytes: count, isUpdate: z.boolean() }),
  "upload.rebuilt": event("upload", { locations: z.array(z.string()) }),
  "upload.rebuildFailed": event("upload", { reason }),
  /** Something of it arrived damaged, and is asked for again. */
  "upload.damageFound": event("upload", { reason }),
  /** Files of it look damaged, though they arrived as they were sent: their ends, their headers. */
  "upload.damageWarned": event("upload", { reason }),
  "upload.takenOver": event("upload", { from: z.enum(UPLOAD_STATUSES) }),
  /** A reading found a stored file missing, of another size, or of other content than was sealed. */
  "upload.storedFault": event("upload", {
    bucket: z.string(),
    path: z.string(),
    fault: z.enum(STORED_FAULTS),
  }),
  /** Somebody had all stored files read and compared with what was sealed; `owner` has the data. */
  "upload.verificationOrdered": event("upload", { owner: z.string().nullable() }),
  "upload.verificationCancelled": event("upload", { orderedBy: z.string() }),
  /** All were read, unless the data was replaced meanwhile. */
  "upload.verified": event("upload", {
    files: count,
    bytes: count,
    damaged: count,
    /** In cold storage, and not read. */
    cold: count.default(0),
    replaced: z.boolean(),
  }),
  /** Somebody had a receipt made of data that is ready. */
  "upload.receiptMade": event("upload", { files: count, bytes: count, sha256: z.string() }),
  /** Files that were replaced are to stand in their places again. */
  "upload.bringBack": event("upload", { files: count, bytes: count, reason: given }),
  "upload.broughtBack": event("upload", { files: count, fault: z.string().nullable() }),
  "archive.started": event("archive", place),
  "archive.finished": event("archive", { ...place, objects: count, bytes: count }),
  "archive.failed": event("archive", { ...place, reason }),
  "archive.validated": event("archive", { ...place, succeeded: z.boolean() }),
  /** The flight's data and archives are to be moved to a colder class; without an upload. */
  "cold.moveOrdered": event("archive", { storageClass: z.string() }),
  "cold.moved": event("archive", { storageClass: z.string(), objects: count, bytes: count }),
  "cold.moveStopped": event("archive", {
    storageClass: z.string(),
    objects: count,
    bytes: count,
    reason,
  }),
  /** A flight, or what lies at and below a place of it, is to be restored for some days. */
  "cold.restoreOrdered": event("archive", {
    place: z.string().nullable(),
    days: count,
    tier: z.enum(RESTORE_TIERS),
  }),
  /** All of it can be read, until a time where the store says one. */
  "cold.restored": event("archive", {
    order: count,
    objects: count,
    bytes: count,
    until: z.iso.datetime().nullable(),
  }),
  "job.moved": event("processing", {
    processing: z.string(),
    job: z.string(),
    from: z.enum(JOB_STATUSES),
    to: z.enum(JOB_STATUSES),
    reason: reason.nullable(),
  }),
  /** An earlier attempt's outputs became the job's again. */
  "attempt.restored": event("processing", {
    processing: z.string(),
    job: z.string(),
    attempt: count,
    former: count.nullable(),
  }),
  /** A person's action on a processing, or on a job of it; `before` and `after` hold what it changed. */
  "processing.changed": event("processing", {
    processing: z.string(),
    job: z.string().nullable(),
    action: z.string(),
    /** Why, where the action is a mark that somebody set by hand. */
    reason: reason.nullable().default(null),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    /** Of an approval: the bounds that it was given in spite of, in words. */
    missed: z.array(z.string()).readonly().optional(),
    /** Of a resubmission: how many tasks were ordered where not all were. */
    onlyTasks: count.optional(),
  }),
  /** A reviewer marked a place of a cloud. */
  "finding.marked": event("processing", { ...finding, kind: z.string() }),
  "finding.answered": event("processing", { ...finding, closes: z.boolean() }),
  /** A reviewer saved a profile of a cloud under a name. */
  "profile.saved": event("processing", profile),
  "profile.deleted": event("processing", profile),
  "processing.created": event("processing", {
    processing: z.string(),
    sensorId: z.string(),
    template: z.string().nullable(),
    custom: z.record(z.string(), z.unknown()),
  }),
  /** Parameters of a calibration were added or completed; files by their SHA-256. */
  "calibration.saved": event("catalogue", {
    calibration: z.string(),
    kind: z.enum(["lidar", "imagery"]),
    sensor: z.string(),
    aircraft: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()),
  }),
  /** An instruction was added or changed by a person. */
  "instruction.saved": event("processing", {
    instruction: z.string(),
    project: z.string(),
    site: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()),
  }),
  /** The control points of an instruction were uploaded. */
  "instruction.controlled": event("processing", {
    instruction: z.string(),
    file: z.string(),
    bytes: count,
    points: count,
    xxh128: z.string(),
  }),
  "object.downloaded": event("download", { bucket: z.string(), key: z.string() }),
  /** Clouds of a folder could be read by parts, for some minutes. */
  "clouds.opened": event("download", { bucket: z.string(), folder: z.string(), files: count }),
  /** A file is copied into an octree, by which parts of it are looked at. */
  "cloud.prepared": event("download", { bucket: z.string(), key: z.string(), bytes: count }),
  /** A folder, or some of it, as one ZIP. */
  "folder.downloaded": event("download", {
    bucket: z.string(),
    prefix: z.string(),
    files: count,
    bytes: count,
  }),
  "catalogue.imported": event("catalogue", {
    flights: count,
    uploads: count,
    aircraft: count,
    equipment: count,
  }),
  "issue.filed": event("support", { key: z.string() }),
  "view.saved": event("view", viewFacts),
  "view.removed": event("view", viewFacts),
  "session.started": event("session", {}),
  /** By the person, by an administrator, or because the identity provider no longer renews it. */
  "session.ended": event("session", {
    by: z.enum(["person", "provider", "administrator"]),
    /** Whose it was, where that is not who ended it. */
    person: z.string().optional(),
  }),
  /** Signing in failed: the provider refused, or the browser's attempt had expired. */
  "session.refused": event("session", { problem: z.enum(SIGN_IN_PROBLEMS), count }),
  /** A setting of the application; null: it was not kept before. */
  "setting.changed": event("setting", {
    name: z.string(),
    before: z.string().nullable(),
    after: z.string(),
  }),
  /** Nothing of the project's flights is removed from then on, until it is released. */
  "project.held": event("retention", { project: z.string(), reason }),
  "project.released": event("retention", { project: z.string(), reason }),
  /** How many years a project's data is kept once it is closed; null: for good. */
  "project.retentionSet": event("retention", { project: z.string(), years: count.nullable() }),
  /** An administrator had the data of a flight deleted, alone or with its project's. */
  "data.deletionOrdered": event("retention", {
    deletion: count,
    kind: z.enum(["flight", "project"]),
    about: z.string(),
    flights: count,
    reason,
  }),
  /** The records of a flight's data went; its objects follow. */
  "data.deleted": event("retention", {
    deletion: count,
    uploads: count,
    processings: count,
    reason,
  }),
  "data.deletionFinished": event("retention", {
    deletion: count,
    objects: count,
    bytes: count,
    certificate: count,
  }),
  /** A person was removed: the log names them by a pseudonym, in so many entries. */
  "person.removed": event("retention", { pseudonym: z.string(), entries: count, reason }),
  /** `count` equal calls within a minute were refused with an error code. */
  "call.refused": event("refusal", {
    method: z.string(),
    route: z.string(),
    code: z.string(),
    count,
  }),
} as const satisfies Record<string, { kind: AuditKind; facts: z.ZodObject }>;

export type AuditAction = keyof typeof AUDIT_EVENTS;
export const AUDIT_ACTIONS = Object.keys(AUDIT_EVENTS) as [AuditAction, ...AuditAction[]];

/** The actions of a kind. */
export function actionsOf(kind: AuditKind): AuditAction[] {
  return AUDIT_ACTIONS.filter((action) => AUDIT_EVENTS[action].kind === kind);
}

/** The facts of an action, as recorded. */
export type AuditFacts<A extends AuditAction> = z.infer<(typeof AUDIT_EVENTS)[A]["facts"]>;

export const HISTORY_PAGE_SIZE = 25;

/** One event of a flight's history, as the audit log holds it. */
export const historyEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  /** A person, the program itself, or somebody who was not signed in. */
  actor: z.enum(["person", "swath", "nobody"]),
  name: z.string().nullable(),
  /** The upload that it is about, while it exists. */
  upload: z
    .object({ _id: uploadIdSchema, Type: uploadTypeSchema, SensorName: z.string() })
    .nullable(),
  /** The action's facts; their shapes are those of `AUDIT_EVENTS`. */
  detail: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyEndpoints = {
  readHistory: endpoint("GET", "/flights/:flightId/history", {
    services: ["main"],
    permission: "readHistory",
    summary:
      "What happened to a flight, latest first; x-total-count holds how many events there are",
    params: z.object({ flightId: flightIdSchema }),
    query: z.strictObject({
      page: pageSchema,
      pageSize: rowsSchema(200, HISTORY_PAGE_SIZE),
      kind: z.enum(AUDIT_KINDS).optional(),
    }),
    reply: z.array(historyEntrySchema),
  }),
} as const;
