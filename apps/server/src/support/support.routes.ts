import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import { fileIssue, type SupportDeps } from "./file-issue.ts";

/** Serves support issues. */
export function serveSupport(serve: Serve, deps: SupportDeps): void {
  serve(endpoints.fileIssue, async ({ form, identity, from }) => {
    const { summary, description, priority, url } = form.fields;
    const { subject, name, email } = identity;
    const reporter = { subject, name, email };
    const issue = { summary, description, priority, url, reporter, requestId: from.requestId };
    return { issueKey: await fileIssue(deps, issue, form.file, from) };
  });
}
