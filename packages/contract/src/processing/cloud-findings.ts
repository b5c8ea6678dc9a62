import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flightIdSchema, hexIdSchema } from "../ids/id-schemas.ts";
import { stageNameSchema } from "./stage-file.ts";

/** What can be wrong at a place of a cloud. */
export const FINDING_KINDS = /* text */ {
  heightStep: "Height step between lines",
  gap: "Gap in the points",
  wrongClass: "Wrong class",
  noise: "Noise",
  density: "Too few points",
  other: "Other",
} as const;
export type FindingKind = keyof typeof FINDING_KINDS;

/** Most characters of a finding's words, and of an answer's. */
export const FINDING_LENGTH = 2_000;
/** Most findings of a processing. */
export const MAX_FINDINGS = 2_000;
/** Most bytes of a picture of a profile. */
const PICTURE_BYTES = 400_000;
/** Most characters of one in base 64. */
export const PICTURE_LENGTH = Math.ceil(PICTURE_BYTES / 3) * 4;

const words = z.string().trim().min(1).max(FINDING_LENGTH);
const degrees = (most: number) => z.number().min(-most).max(most).nullable();

const placeSchema = z.strictObject({
  /** In the units of the cloud's system. */
  x: z.number(),
  y: z.number(),
  z: z.number(),
  /** EPSG code of that system; null where the cloud states none. */
  epsg: z.int().positive().nullable(),
  /** WGS 84; null where the system is not known. */
  longitude: degrees(360),
  latitude: degrees(90),
});
export type FindingPlace = z.infer<typeof placeSchema>;

/** The page of clouds as it was: the query of its address, without `?`. */
const viewSchema = z
  .string()
  .max(1_500)
  .regex(/^[\w.~,%=&+-]*$/, "must be the query of an address");

/** What published a cloud, and how its page was looked at. */
export const lookedAt = {
  processingId: z.string().regex(/^[0-9A-Za-z-]{1,40}$/, "must be an identifier"),
  job: stageNameSchema,
  attempt: z.int().positive(),
  view: viewSchema,
};

/** PNG, JPEG or WebP in base 64; null of none. */
export const pictureSchema = z.base64().max(PICTURE_LENGTH).nullable();

const marked = {
  ...lookedAt,
  kind: z.enum(Object.keys(FINDING_KINDS) as [FindingKind, ...FindingKind[]]),
  words,
  place: placeSchema,
  /** Number of the flight line (point source) that is at fault, where it is one. */
  line: z.int().min(0).max(65_535).nullable(),
};

const newFindingSchema = z.strictObject({ ...marked, picture: pictureSchema });
export type NewFinding = z.infer<typeof newFindingSchema>;

const answerSchema = z.strictObject({
  words,
  /** Whether the finding is settled by it; an answer that does not settle it opens it again. */
  closes: z.boolean(),
});
export type FindingAnswer = z.infer<typeof answerSchema>;

const findingSchema = z.object({
  ...marked,
  id: z.string(),
  flightId: z.string(),
  hasPicture: z.boolean(),
  /** Who marked it, and when. */
  by: z.string(),
  at: z.iso.datetime(),
  closed: z.boolean(),
  answers: z.array(answerSchema.extend({ by: z.string(), at: z.iso.datetime() })),
});
export type CloudFinding = z.infer<typeof findingSchema>;

const params = z.object({ findingId: hexIdSchema });
/** Who is not shown clouds is not shown what was found in them. */
const reading = { services: ["processing"], permission: "downloadObject" } as const;
const writing = { services: ["processing"], permission: "changeProcessings" } as const;
const ofProcessing = z.strictObject({ processingId: lookedAt.processingId });

/** Places of clouds at which reviewers found something, with their answers. */
export const findingEndpoints = {
  listFindings: endpoint("GET", "/findings", {
    ...reading,
    summary: "The findings of a processing, or of all processings of a flight; the open ones first",
    query: z.union([ofProcessing, z.strictObject({ flightId: flightIdSchema })]),
    reply: z.array(findingSchema),
  }),
  markFinding: endpoint("POST", "/findings", {
    ...writing,
    summary: "Marks a place of a cloud at which something is wrong",
    callsPerMinute: 60,
    body: newFindingSchema,
    reply: findingSchema,
  }),
  answerFinding: endpoint("POST", "/findings/:findingId/answers", {
    ...writing,
    summary: "Answers a finding, which is settled by it or open again",
    params,
    body: answerSchema,
    reply: findingSchema,
  }),
  readFindingPicture: endpoint("GET", "/findings/:findingId/picture", {
    ...reading,
    summary: "The picture that a finding was marked with, in base 64",
    params,
    reply: z.object({ picture: z.string() }),
  }),
  exportFindings: endpoint("GET", "/findings/geojson", {
    ...reading,
    summary: "The findings of a processing as GeoJSON (RFC 7946); x-name holds its file name",
    query: ofProcessing,
    file: "application/geo+json",
  }),
  reportFindings: endpoint("GET", "/findings/report", {
    ...reading,
    summary:
      "The findings of a processing as a page to print, with their pictures; x-name holds its file name",
    query: ofProcessing,
    file: "text/html",
  }),
  packageFindings: endpoint("GET", "/findings/geopackage", {
    ...reading,
    summary:
      "The findings of a processing as GeoPackage (OGC 12-128r17); x-name holds its file name",
    query: ofProcessing,
    file: "application/geopackage+sqlite3",
  }),
} as const;
