import { z } from "zod";
import type { JiraAccount } from "../../support/jira.ts";
import { needed } from "./invalid-config.ts";
import { address, bucket } from "./value-schemas.ts";

export const supportVariables = z.object({
  SWATH_SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" })
    .optional(),
  JIRA_URL: address.optional(),
  JIRA_TOKEN: z.string().optional(),
  JIRA_USER: z.string().optional(),
  JIRA_PROJECT: z.string().optional(),
  JIRA_ISSUE_TYPE: z.string().default("Task"),
  SWATH_BUCKET_SUPPORT: bucket.default("swath-support"),
});
type Values = z.output<typeof supportVariables>;

function jiraOf(values: Values): JiraAccount | undefined {
  if (values.JIRA_URL === undefined) return undefined;
  return {
    url: new URL(values.JIRA_URL),
    token: needed(values, "JIRA_TOKEN", "with JIRA_URL"),
    user: values.JIRA_USER,
    project: needed(values, "JIRA_PROJECT", "with JIRA_URL"),
    issueType: values.JIRA_ISSUE_TYPE,
  };
}

/**
 * Where support issues go: without a Jira they are kept here, their attachments in the bucket; and
 * whom strangers tell of a vulnerability.
 */
export function supportOf(values: Values) {
  return {
    jira: jiraOf(values),
    supportBucket: values.SWATH_BUCKET_SUPPORT,
    securityContact: values.SWATH_SECURITY_CONTACT,
  };
}
