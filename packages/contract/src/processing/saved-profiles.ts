import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { hexIdSchema } from "../ids/id-schemas.ts";
import { lookedAt, pictureSchema } from "./cloud-findings.ts";

/** Most characters of a profile's name. */
export const PROFILE_NAME_LENGTH = 100;
/** Most saved profiles of a processing. */
export const MAX_PROFILES = 200;

/** Its line, width, exaggeration, colours and the cloud that it is compared with stand in the view. */
const named = { ...lookedAt, name: z.string().trim().min(1).max(PROFILE_NAME_LENGTH) };

const newProfileSchema = z.strictObject({ ...named, picture: pictureSchema });
export type NewProfile = z.infer<typeof newProfileSchema>;

const savedProfileSchema = z.object({
  ...named,
  id: z.string(),
  hasPicture: z.boolean(),
  /** Who saved it, and when. */
  by: z.string(),
  at: z.iso.datetime(),
  /** Whether the caller may delete it: who saved it, and who may resubmit processings. */
  mayDelete: z.boolean(),
});
export type SavedProfile = z.infer<typeof savedProfileSchema>;

const params = z.object({ profileId: hexIdSchema });
/** As findings: who is not shown clouds is not shown sections of them. */
const reading = { services: ["processing"], permission: "downloadObject" } as const;
const writing = { services: ["processing"], permission: "changeProcessings" } as const;

/** Profiles of clouds that were saved under a name. */
export const profileEndpoints = {
  listProfiles: endpoint("GET", "/profiles", {
    ...reading,
    summary: "The saved profiles of a processing, the latest first",
    query: z.strictObject({ processingId: lookedAt.processingId }),
    reply: z.array(savedProfileSchema),
  }),
  saveProfile: endpoint("POST", "/profiles", {
    ...writing,
    summary: "Saves a profile of a cloud under a name, with its picture",
    callsPerMinute: 60,
    body: newProfileSchema,
    reply: savedProfileSchema,
  }),
  deleteProfile: endpoint("DELETE", "/profiles/:profileId", {
    ...writing,
    summary:
      "Deletes a saved profile: one's own, or anybody's with the right to resubmit processings",
    params,
  }),
  readProfilePicture: endpoint("GET", "/profiles/:profileId/picture", {
    ...reading,
    summary: "The picture that a profile was saved with, in base 64",
    params,
    reply: z.object({ picture: z.string() }),
  }),
} as const;
