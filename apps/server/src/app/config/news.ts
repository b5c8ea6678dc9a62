import { z } from "zod";
import type { MailAccount } from "../../news/mail/mail-account.ts";
import { PUSH_SERVICES, type PushAccount } from "../../news/push/push-account.ts";
import type { JiraAccount } from "../../support/jira.ts";
import { address, bucket, count, list, required, setting } from "./value-schemas.ts";

export const supportVariables = z.object({
  SWATH_SECURITY_CONTACT: setting(
    z
      .url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" })
      .optional(),
    "whom strangers tell of a vulnerability (mailto: or https:), in `/.well-known/security.txt`",
    { otherwise: "no such file" },
  ),
  JIRA_URL: setting(address.optional(), "Jira (REST API v3) that support issues are filed with", {
    otherwise: "issues are kept here",
  }),
  JIRA_TOKEN: setting(z.string().optional(), "token at Jira", {
    neededWith: "JIRA_URL",
    isSecret: true,
  }),
  JIRA_USER: setting(z.string().optional(), "account of an API token (Jira Cloud)", {
    otherwise: "none: the token is a personal access token",
  }),
  JIRA_PROJECT: setting(z.string().optional(), "project of the issues", { neededWith: "JIRA_URL" }),
  JIRA_ISSUE_TYPE: setting(z.string().default("Task"), "type of the issues"),
  SWATH_BUCKET_SUPPORT: setting(
    bucket.default("swath-support"),
    "bucket that attachments of support issues are kept in",
  ),
});
type SupportValues = z.output<typeof supportVariables>;

function jiraOf(values: SupportValues): JiraAccount | undefined {
  if (values.JIRA_URL === undefined) return undefined;
  return {
    url: new URL(values.JIRA_URL),
    token: required(values, "JIRA_TOKEN"),
    user: values.JIRA_USER,
    project: required(values, "JIRA_PROJECT"),
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
  SWATH_SMTP_URL: setting(
    z
      .url({ protocol: /^smtps?$/, hostname: /.+/, error: "must be an smtp(s) address" })
      .refine((text) => new URL(text).password === "", "must hold no password")
      .optional(),
    "mail server that sends news (`smtps://host`, or `smtp://host`, which must turn to TLS unless it is this machine; [news](news-and-support.md#news-of-followed-flights))",
    { otherwise: "no mail" },
  ),
  SWATH_SMTP_USER: setting(z.string().optional(), "account at the mail server", {
    otherwise: "none",
  }),
  SWATH_SMTP_PASSWORD: setting(z.string().optional(), "password of this account", {
    neededWith: "SWATH_SMTP_USER",
    isSecret: true,
  }),
  SWATH_MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^\r\n]+@[^\r\n]+$/, "must be a mail address")
      .optional(),
    "sender of mail",
    { neededWith: "SWATH_SMTP_URL" },
  ),
  SWATH_MAIL_MINUTES: setting(
    count(MOST_MINUTES).default(30),
    "minutes in which a person gets one mail at most",
  ),
  SWATH_PUSH_KEY: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url")
      .optional(),
    "private key (P-256, 32 bytes in base64url) of web push",
    { otherwise: "no web push", isSecret: true },
  ),
  SWATH_PUSH_CONTACT: setting(
    z
      .url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" })
      .optional(),
    "whom a push service may write to (mailto: or https:)",
    { neededWith: "SWATH_PUSH_KEY" },
  ),
  SWATH_PUSH_SERVICES: setting(
    list(PUSH_SERVICES.join()),
    "hosts of push services that news is sent to, with those below them, by comma",
    { otherwise: "those of Chrome, Chromium, Edge, Firefox and Safari" },
  ),
});
type Values = z.output<typeof newsVariables>;

function mailOf(values: Values): MailAccount | undefined {
  if (values.SWATH_SMTP_URL === undefined) return undefined;
  const { SWATH_SMTP_USER: user } = values;
  return {
    url: new URL(values.SWATH_SMTP_URL),
    user,
    password: user === undefined ? undefined : required(values, "SWATH_SMTP_PASSWORD"),
    from: required(values, "SWATH_MAIL_FROM"),
    minutes: values.SWATH_MAIL_MINUTES,
  };
}

function pushOf(values: Values): PushAccount | undefined {
  if (values.SWATH_PUSH_KEY === undefined) return undefined;
  return {
    key: values.SWATH_PUSH_KEY,
    contact: required(values, "SWATH_PUSH_CONTACT"),
    services: values.SWATH_PUSH_SERVICES,
  };
}

/** The ways by which news of followed flights also comes to people: without these, by the page alone. */
export const newsOf = (values: Values) => ({ mail: mailOf(values), push: pushOf(values) });
