import { createReadStream } from "node:fs";
import { type CallOrigin, recordEvent } from "../platform/audit/record-event.ts";
import type { FormFile } from "../platform/http/receive-form.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import type { Issue, Jira } from "./jira.ts";

/** Where issues are kept that Jira does not have. */
export interface IssueStore {
  readonly db: Db;
  readonly store: ObjectStore;
  /** Of attachments. */
  readonly bucket: string;
}

/** How it stands with Jira: the key of the issue there, and what Jira did not take and why. */
export interface JiraState {
  readonly key: string | null;
  readonly problem: string | null;
}

const issueKey = (number: number): string => `SUP-${number}`;

/** Opened no earlier than it is read: a store that refuses reads nothing, and nobody else would close it. */
async function* contentsOf({ path }: FormFile): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

async function keepFile(
  { store, bucket }: IssueStore,
  trx: Trx,
  number: number,
  file: FormFile,
): Promise<void> {
  // The key is the server's: the client's name stays a name.
  const key = `${issueKey(number)}/attachment`;
  await store.write(bucket, key, contentsOf(file), { size: file.bytes });
  await trx
    .updateTable("support_issues")
    .set({ file_key: key })
    .where("number", "=", number)
    .execute();
}

/** Keeps an issue and its attachment, within a transaction of the caller; answers its key: Jira's, or ours. */
export async function keepIssue(
  issues: IssueStore,
  trx: Trx,
  issue: Issue,
  file: FormFile | undefined,
  jira: JiraState,
): Promise<string> {
  const { number } = await trx
    .insertInto("support_issues")
    .values({
      subject: issue.reporter.subject,
      user_name: issue.reporter.name,
      email: issue.reporter.email,
      summary: issue.summary,
      description: issue.description,
      priority: issue.priority,
      url: issue.url,
      file_name: file?.name ?? null,
      file_bytes: file?.bytes ?? null,
      jira_key: jira.key,
      jira_problem: jira.problem,
    })
    .returning("number")
    .executeTakeFirstOrThrow();
  if (file !== undefined) await keepFile(issues, trx, number, file);
  return jira.key ?? issueKey(number);
}

export interface SupportDeps extends IssueStore {
  /** Undefined: every issue is kept here. */
  readonly jira: Jira | undefined;
  /** Called with what Jira did not take. */
  readonly onJiraProblem: (problem: string) => void;
}

async function tellJira(
  { jira, onJiraProblem }: SupportDeps,
  issue: Issue,
  file: FormFile | undefined,
): Promise<JiraState> {
  if (jira === undefined) return { key: null, problem: null };
  const created = await jira.create(issue);
  if (!created.ok) {
    onJiraProblem(created.problem);
    return { key: null, problem: created.problem };
  }
  const key = created.value;
  const attached = file === undefined ? undefined : await jira.attach(key, file);
  if (attached === undefined || attached.ok) return { key, problem: null };
  onJiraProblem(attached.problem);
  return { key, problem: attached.problem };
}

/**
 * Files an issue with Jira where there is one. What Jira does not take, the issue or only its
 * attachment, is kept here: nothing that somebody wrote is lost. Answers the key of the issue.
 */
export async function fileIssue(
  deps: SupportDeps,
  issue: Issue,
  file: FormFile | undefined,
  from: CallOrigin,
): Promise<string> {
  const jira = await tellJira(deps, issue, file);
  return deps.db.transaction().execute(async (trx) => {
    const key =
      jira.key !== null && jira.problem === null
        ? jira.key
        : await keepIssue(deps, trx, issue, file, jira);
    const actor = issue.reporter;
    await recordEvent(trx, { action: "issue.filed", actor, detail: { key }, from });
    return key;
  });
}
