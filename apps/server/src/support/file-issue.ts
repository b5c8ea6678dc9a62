import { recordEvent, type CallOrigin } from "../platform/audit/record-event.ts";
import type { FormFile } from "../platform/http/receive-form.ts";
import type { Issue } from "./issue.ts";
import type { Jira } from "./jira.ts";
import { keepIssue, type IssueStore, type JiraState } from "./keep-issue.ts";

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
