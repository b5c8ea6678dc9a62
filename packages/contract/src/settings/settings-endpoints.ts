import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { lmsVersionSchema, lmsVersionSettingSchema, settingsSchema } from "./settings.ts";

const administered = { services: ["main"], permission: "changeSettings" } as const;

/** The calls of the application's settings. */
export const settingsEndpoints = {
  readSettings: endpoint("GET", "/settings", {
    services: ["main", "processing"],
    permission: "signedIn",
    summary: "Application settings",
    cache: { changesWith: "settings" },
    reply: settingsSchema,
  }),
  readLMSVersion: endpoint("GET", "/administration/lms-version", {
    ...administered,
    summary: "The version of LMS that is current, who set it, and what is in force by it",
    reply: lmsVersionSettingSchema,
  }),
  changeLMSVersion: endpoint("PUT", "/administration/lms-version", {
    ...administered,
    summary: "Sets the version of LMS that is current, for all servers at once",
    recentSignIn: { of: "changeSettings" },
    /** The setting's `updated` that the caller saw: RECORD_CHANGED where it is another one. */
    query: z.strictObject({ updated: z.iso.datetime() }),
    body: z.strictObject({ LMSCurrentVersion: lmsVersionSchema }),
    callsPerMinute: 30,
    reply: lmsVersionSettingSchema,
  }),
} as const;
