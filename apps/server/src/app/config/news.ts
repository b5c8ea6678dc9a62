import { z } from "zod";
import type { MailAccount } from "../../news/mail/mail-account.ts";
import { PUSH_SERVICES, type PushAccount } from "../../news/push/push-account.ts";
import type { JiraAccount } from "../../support/jira.ts";
import { needed, address, bucket, count, list } from "./value-schemas.ts";

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
type SupportValues = z.output<typeof supportVariables>;

function jiraOf(values: SupportValues): JiraAccount | undefined {
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
export function supportOf(values: SupportValues) {
  return {
    jira: jiraOf(values),
    supportBucket: values.SWATH_BUCKET_SUPPORT,
    securityContact: values.SWATH_SECURITY_CONTACT,
  };
}

const MOST_MINUTES = 10_080;

export const newsVariables = z.object({
  SWATH_SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /.+/, error: "must be an smtp(s) address" })
    .refine((text) => new URL(text).password === "", "must hold no password")
    .optional(),
  SWATH_SMTP_USER: z.string().optional(),
  SWATH_SMTP_PASSWORD: z.string().optional(),
  SWATH_MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, "must be a mail address")
    .optional(),
  SWATH_MAIL_MINUTES: count(MOST_MINUTES).default(30),
  SWATH_PUSH_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url")
    .optional(),
  SWATH_PUSH_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" })
    .optional(),
  SWATH_PUSH_SERVICES: list(PUSH_SERVICES.join()),
});
type Values = z.output<typeof newsVariables>;

function mailOf(values: Values): MailAccount | undefined {
  if (values.SWATH_SMTP_URL === undefined) return undefined;
  const { SWATH_SMTP_USER: user } = values;
  return {
    url: new URL(values.SWATH_SMTP_URL),
    user,
    password:
      user === undefined
        ? undefined
        : needed(values, "SWATH_SMTP_PASSWORD", "with SWATH_SMTP_USER"),
    from: needed(values, "SWATH_MAIL_FROM", "with SWATH_SMTP_URL"),
    minutes: values.SWATH_MAIL_MINUTES,
  };
}

function pushOf(values: Values): PushAccount | undefined {
  if (values.SWATH_PUSH_KEY === undefined) return undefined;
  return {
    key: values.SWATH_PUSH_KEY,
    contact: needed(values, "SWATH_PUSH_CONTACT", "with SWATH_PUSH_KEY"),
    services: values.SWATH_PUSH_SERVICES,
  };
}

/** The ways by which news of followed flights also comes to people: without these, by the page alone. */
export const newsOf = (values: Values) => ({ mail: mailOf(values), push: pushOf(values) });
