import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The one file of a support issue: 20 MB. */
export const MAX_ATTACHMENT_BYTES = 20_971_520;

/** What an issue's priority is called, and its number (document 1, section 9). */
export const ISSUE_PRIORITIES = { Low: 4, Medium: 3, High: 2 } as const;
export type IssuePriority = keyof typeof ISSUE_PRIORITIES;

/** The longest that Jira takes. */
export const MAX_SUMMARY_LENGTH = 255;
export const MAX_DESCRIPTION_LENGTH = 32_000;

/** The fields of a support issue; the file travels beside them as `selectedFile`. */
const issueFieldsSchema = z.strictObject({
  summary: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(MAX_SUMMARY_LENGTH)
    .transform((text) => text.replaceAll(/\s+/g, " ")),
  description: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(MAX_DESCRIPTION_LENGTH)
    // Forms end lines with CR LF.
    .transform((text) => text.replaceAll("\r\n", "\n")),
  priority: z.enum(["4", "3", "2"], { error: "must be 4, 3 or 2" }).default("4").transform(Number),
  /** The user's name from the browser; ignored, since the bearer token identifies the user. */
  user: z.string().max(1_024).optional(),
  /** The page it is filed from, from the browser: kept as text, never fetched. */
  url: z.string().max(8_192).default(""),
});
export type IssueFields = z.output<typeof issueFieldsSchema>;

export const supportEndpoints = {
  fileIssue: endpoint("POST", "/support", {
    services: ["main"],
    permission: "signedIn",
    summary: "Files a support issue with at most one attachment (field selectedFile)",
    callsPerMinute: 10,
    form: {
      fields: issueFieldsSchema,
      fileField: "selectedFile",
      maxFileBytes: MAX_ATTACHMENT_BYTES,
    },
    reply: z.object({ issueKey: z.string() }),
  }),
} as const;
