import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Why somebody holds a project or removes a person, as the audit log keeps it. */
const retentionReasonSchema = z.string().trim().min(3).max(1_000);

/** A project of whose flights nothing is removed while it is on hold. */
const projectHoldSchema = z.object({
  id: z.int(),
  projectId: z.string(),
  /** Null where the catalogue no longer has the project. */
  projectName: z.string().nullable(),
  /** Flights with a sensor log of the project. */
  flights: z.int().nonnegative(),
  reason: z.string(),
  by: z.string(),
  since: z.iso.datetime(),
  lifted: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
});
export type ProjectHold = z.infer<typeof projectHoldSchema>;

/** What was removed of a person, and what still names them. */
const personRemovalSchema = z.object({
  /** The number of the certificate. */
  certificate: z.int(),
  /** What the records call them from now on. */
  pseudonym: z.string(),
  /** Rows that were removed or changed, by table. */
  rows: z.record(z.string(), z.int().nonnegative()),
  auditEntries: z.int().nonnegative(),
});
export type PersonRemoval = z.infer<typeof personRemovalSchema>;

const certificateSchema = z.object({
  id: z.int(),
  kind: z.enum(["person", "flight", "project"]),
  /** Of a person the pseudonym. */
  about: z.string(),
  made: z.iso.datetime(),
  by: z.string(),
});
export type Certificate = z.infer<typeof certificateSchema>;

const scopeSchema = z.strictObject({
  kind: z.enum(["flight", "project"]),
  id: z.string().min(1).max(200),
});

/** What a deletion would take; counted just now. */
const deletionPreviewSchema = z.object({
  flights: z.array(z.string()),
  /** Flights of the project that stay, since other projects have them too. */
  shared: z.array(z.string()),
  uploads: z.int().nonnegative(),
  processings: z.int().nonnegative(),
  archives: z.int().nonnegative(),
  /** As the inventory has them; what is landing is not in it. */
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Why it is refused now; empty where it is not. */
  refusals: z.array(z.string()),
  /** Projects of its flights that are on hold. */
  holds: z.array(z.object({ projectId: z.string(), reason: z.string(), since: z.iso.datetime() })),
});
export type DeletionPreview = z.infer<typeof deletionPreviewSchema>;

const deletionSchema = z.object({
  id: z.int(),
  kind: scopeSchema.shape.kind,
  about: z.string(),
  reason: z.string(),
  by: z.string(),
  ordered: z.iso.datetime(),
  ended: z.iso.datetime().nullable(),
  certificate: z.int().nullable(),
  /** Objects that were removed so far, and their bytes. */
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
});
export type Deletion = z.infer<typeof deletionSchema>;

const held = { services: ["main"], permission: "holdProjects" } as const;

/** The calls by which administrators decide what of the data stays. */
export const retentionEndpoints = {
  listHolds: endpoint("GET", "/administration/holds", {
    ...held,
    summary: "Projects on hold, and the latest hundred that were; those on hold first",
    reply: z.array(projectHoldSchema),
  }),
  holdProject: endpoint("POST", "/administration/holds", {
    ...held,
    recentSignIn: { of: "holdProjects" },
    summary: "Holds a project: nothing of its flights is removed until the hold is lifted",
    body: z.strictObject({ projectId: z.string().min(1).max(200), reason: retentionReasonSchema }),
    reply: projectHoldSchema,
  }),
  liftHold: endpoint("POST", "/administration/holds/:holdId/lift", {
    ...held,
    recentSignIn: { of: "holdProjects" },
    summary: "Lifts the hold of a project",
    params: z.object({ holdId: z.coerce.number<string>().int().positive() }),
    body: z.strictObject({ reason: retentionReasonSchema }),
    reply: projectHoldSchema,
  }),
  listDue: endpoint("GET", "/administration/due", {
    services: ["main"],
    permission: "deleteData",
    summary:
      "Closed projects whose archived data is older than its years; nothing of them goes by itself",
    reply: z.object({
      /** Null where only projects with years of their own become due. */
      years: z.int().nullable(),
      projects: z.array(
        z.object({
          projectId: z.string(),
          name: z.string(),
          closed: z.iso.datetime(),
          years: z.int(),
          flights: z.int(),
        }),
      ),
    }),
  }),
  keepProject: endpoint("PUT", "/administration/retention", {
    services: ["main"],
    permission: "deleteData",
    summary: "Sets how many years a project's data is kept once it is closed; null: for good",
    body: z.strictObject({
      projectId: z.string().min(1).max(200),
      years: z.int().min(0).max(1_000).nullable(),
    }),
  }),
  previewDeletion: endpoint("GET", "/administration/deletions/preview", {
    services: ["main"],
    permission: "deleteData",
    summary: "What a deletion of a flight's or a project's data would take, and why it is refused",
    query: scopeSchema,
    reply: deletionPreviewSchema,
  }),
  orderDeletion: endpoint("POST", "/administration/deletions", {
    services: ["main"],
    permission: "deleteData",
    recentSignIn: { of: "deleteData" },
    summary: "Has a worker delete the data of a flight, or of a project's flights, for good",
    body: z.strictObject({
      ...scopeSchema.shape,
      reason: retentionReasonSchema,
      /** As the preview had them: RECORD_CHANGED where it is another number by now. */
      seen: z.strictObject({
        flights: z.int(),
        uploads: z.int(),
        processings: z.int(),
        archives: z.int(),
      }),
    }),
    reply: deletionSchema,
  }),
  listDeletions: endpoint("GET", "/administration/deletions", {
    services: ["main"],
    permission: "deleteData",
    summary: "The latest hundred deletions, and how far they are",
    reply: z.array(deletionSchema),
  }),
  listCertificates: endpoint("GET", "/administration/certificates", {
    services: ["main"],
    permission: "removePeople",
    summary: "The latest hundred certificates of what was removed",
    reply: z.array(certificateSchema),
  }),
  readCertificate: endpoint("GET", "/administration/certificates/:certificateId", {
    services: ["main"],
    permission: "removePeople",
    summary: "A certificate as it was signed",
    params: z.object({ certificateId: z.coerce.number<string>().int().positive() }),
    reply: z.object({
      name: z.string(),
      document: z.string(),
      /** Where a browser fetches the list of what was removed, for some minutes; null where there is none. */
      list: z.string().nullable(),
    }),
  }),
  removePerson: endpoint("POST", "/administration/people/removal", {
    services: ["main"],
    permission: "removePeople",
    recentSignIn: { of: "removePeople" },
    summary: "Removes a person: sessions, views, news and settings; records get a pseudonym",
    body: z.strictObject({
      subject: z.string().min(1).max(512),
      /** As the records have it: who confirms has seen whom it is about. */
      name: z.string().min(1).max(512),
      reason: retentionReasonSchema,
    }),
    reply: personRemovalSchema,
  }),
} as const;
