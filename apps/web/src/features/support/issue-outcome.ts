import { ApiError } from "../../platform/api/api-error.ts";

/** What is said after an issue was submitted; undefined where nothing is. */
export interface Outcome {
  readonly severity: "success" | "error";
  readonly text: string;
}

export function lodged(issueKey: string): Outcome {
  const text = `Your issue is successfully lodged. Issue reference code ${issueKey}`;
  return { severity: "success", text };
}

/** The message of a failure by its status (document 1, section 8). */
export function failureOf(error: unknown): Outcome | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined;
  return { severity: "error", text: error.status === 401 ? "Unauthorized" : "Bad Request" };
}
