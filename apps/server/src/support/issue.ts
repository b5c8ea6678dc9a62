import type { IssueFields } from "@swath/contract/support";

/** An issue as it is filed: what was typed, and who typed it by the bearer. */
export interface Issue extends Pick<IssueFields, "summary" | "description" | "priority" | "url"> {
  readonly reporter: { readonly subject: string; readonly name: string; readonly email: string };
  readonly requestId: string;
}
