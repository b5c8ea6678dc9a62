import { ISSUE_PRIORITIES, type IssuePriority } from "@swath/contract/support";

/** What has been typed of an issue. */
export interface IssueDraft {
  readonly summary: string;
  readonly description: string;
  readonly priority: IssuePriority;
  readonly file: File | undefined;
}

export const EMPTY_DRAFT: IssueDraft = {
  summary: "",
  description: "",
  priority: /* code */ "Low",
  file: undefined,
};

/** The form of an issue; the server believes neither `user` nor `url`. */
export function formOf(draft: IssueDraft, user: string, url: string): FormData {
  const form = new FormData();
  form.append("summary", draft.summary.trim());
  form.append("description", draft.description.trim());
  form.append("priority", String(ISSUE_PRIORITIES[draft.priority]));
  form.append("user", user);
  form.append("url", url);
  if (draft.file !== undefined) form.append("selectedFile", draft.file);
  return form;
}
