import { createReadStream } from "node:fs";
import type { FormFile } from "../platform/http/receive-form.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import type { Issue } from "./issue.ts";

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
