import type { IssueFields } from "@swath/contract/support";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { FormFile } from "../platform/http/receive-form.ts";

/** An issue as it is filed: what was typed, and who typed it by the bearer. */
export interface Issue extends Pick<IssueFields, "summary" | "description" | "priority" | "url"> {
  readonly reporter: { readonly subject: string; readonly name: string; readonly email: string };
  readonly requestId: string;
}

/** A paragraph of plain text: nothing in it is read as markup. */
function paragraph(text: string) {
  const content: { type: "text" | "hardBreak"; text?: string }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) content.push({ type: "hardBreak" });
    // An empty text node is refused.
    if (line !== "") content.push({ type: "text", text: line });
  }
  return { type: "paragraph", content };
}

/**
 * The description of an issue, and below it who reported it from where, as an Atlassian Document
 * Format, version 1.
 */
function issueDocument({ description, reporter, url, requestId }: Issue) {
  const origin = [
    `Reported by ${reporter.name} (${reporter.email === "" ? reporter.subject : reporter.email})`,
    ...(url === "" ? [] : [`Page, as the browser said: ${url}`]),
    `Request: ${requestId}`,
  ];
  return {
    type: "doc",
    version: 1,
    content: [
      ...description.split(/\n{2,}/).map(paragraph),
      { type: "rule" },
      paragraph(origin.join("\n")),
    ],
  };
}

/** A Jira with REST API version 3, and the account that files issues there. */
export interface JiraAccount {
  readonly url: URL;
  readonly token: string;
  /** With it, `token` is the API token of this account (Jira Cloud); without, a personal access token. */
  readonly user: string | undefined;
  readonly project: string;
  readonly issueType: string;
}

/** What Jira answered: done, or why not, in words for an administrator. */
type JiraAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

const TIMEOUT_MS = 20_000;
const MAX_PROBLEM = 500;
const createdSchema = z.object({ key: z.string().regex(/^[A-Z][A-Z0-9_]*-\d+$/) });

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The part of an error's body that Jira wrote for people. */
async function problemOf(response: Response): Promise<string> {
  const text = (await response.text().catch(() => "")).slice(0, MAX_PROBLEM);
  return `${response.status} ${text}`.trim();
}

/**
 * A form as bytes. Given to `fetch` as it is, Node reads a form beside the request, and a request
 * that ends before that is done throws where nobody catches.
 */
async function encodeForm(form: FormData) {
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return { type, body: new Uint8Array(await encoded.arrayBuffer()) };
}

/** Talks to a Jira; each call ends after 20 s, follows no redirect, and answers instead of throwing. */
export function createJira(account: JiraAccount, timeoutMs: number = TIMEOUT_MS) {
  const { url, token, user, project, issueType } = account;
  const authorization =
    user === undefined
      ? `Bearer ${token}`
      : `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`;
  const at = (path: string): URL => new URL(`${url.pathname.replace(/\/$/, "")}${path}`, url);

  async function call<T>(
    path: string,
    init: {
      readonly method: "GET" | "POST";
      readonly headers?: Record<string, string>;
      readonly body?: string | Uint8Array<ArrayBuffer>;
    },
    read: (response: Response) => Promise<T>,
  ): Promise<JiraAnswer<T>> {
    try {
      const response = await fetch(at(path), {
        ...init,
        headers: { accept: "application/json", authorization, ...init.headers },
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) return { ok: false, problem: await problemOf(response) };
      return { ok: true, value: await read(response) };
    } catch (error) {
      return { ok: false, problem: `no usable answer: ${reason(error)}`.slice(0, MAX_PROBLEM) };
    }
  }

  return {
    /** Whether the account may sign in. */
    check: () => call("/rest/api/3/myself", { method: "GET" }, async () => undefined),
    /** Files an issue and answers its key. */
    create: (issue: Issue) => {
      const fields = {
        project: { key: project },
        issuetype: { name: issueType },
        priority: { id: String(issue.priority) },
        summary: issue.summary,
        description: issueDocument(issue),
      };
      return call(
        "/rest/api/3/issue",
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ fields }),
        },
        async (response) => createdSchema.parse(await response.json()).key,
      );
    },
    attach: async (issueKey: string, file: FormFile) => {
      const form = new FormData();
      form.append("file", new Blob([await readFile(file.path)]), file.name);
      const { type, body } = await encodeForm(form);
      return call(
        `/rest/api/3/issue/${encodeURIComponent(issueKey)}/attachments`,
        // Jira takes forms from programs only with this.
        {
          method: "POST",
          headers: { "x-atlassian-token": "no-check", "content-type": type },
          body,
        },
        async () => undefined,
      );
    },
  };
}
export type Jira = ReturnType<typeof createJira>;
