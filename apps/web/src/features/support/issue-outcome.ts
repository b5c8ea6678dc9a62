import { ApiError } from "../../platform/api/api-error.ts";
import type { SnackbarMessage } from "../../ui/snackbar/snackbar-context.ts";

export function lodged(issueKey: string): SnackbarMessage {
  const text = `Your issue is successfully lodged. Issue reference code ${issueKey}`;
  return { severity: "success", text };
}

/** The message of a failure by its status (document 1, section 8); undefined where there is none. */
export function failureOf(error: unknown): SnackbarMessage | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined;
  return { severity: "error", text: error.status === 401 ? "Unauthorized" : "Bad Request" };
}
