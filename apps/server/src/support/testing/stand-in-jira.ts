import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text, buffer } from "node:stream/consumers";

/** What the stand-in answers in place of doing what it is asked. */
export type Behaviour = "well" | "refusing" | "failing" | "silent" | "nonsense" | "redirecting";

interface JiraIssueOfTest {
  readonly key: string;
  readonly fields: Record<string, unknown>;
  readonly attachments: { name: string; bytes: Buffer }[];
}

const json = (reply: ServerResponse, status: number, body: unknown): void => {
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const error = (message: string) => ({ errorMessages: [message], errors: {} });

async function readAttachment(request: IncomingMessage) {
  const body = await buffer(request);
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) throw new Error("no file");
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

/** Faults of an issue as Jira's REST API v3 finds them (developer.atlassian.com, "Create issue"). */
function faultsOf(fields: Record<string, unknown>): string[] {
  const { project, issuetype, summary, description, priority } = fields as {
    project?: { key?: string };
    issuetype?: { name?: string };
    summary?: string;
    description?: { type?: string; version?: number; content?: { type: string }[] };
    priority?: { id?: string };
  };
  return [
    ...(project?.key === "SURVEY" ? [] : ["valid project is required"]),
    ...(issuetype?.name === "Task" ? [] : ["Specify a valid issue type"]),
    ...(typeof summary === "string" && summary !== "" && !summary.includes("\n")
      ? []
      : ["summary"]),
    ...(description?.type === "doc" &&
    description.version === 1 &&
    Array.isArray(description.content)
      ? []
      : ["Operation value must be an Atlassian Document"]),
    ...(/^[1-5]$/.test(priority?.id ?? "") ? [] : ["priority"]),
  ];
}

/** A server that speaks the part of Jira's REST API v3 that files issues, with its errors. */
export async function startStandInJira() {
  const issues: JiraIssueOfTest[] = [];
  const asked: { path: string; authorization: string | undefined }[] = [];
  const behaviours = { create: "well" as Behaviour, attach: "well" as Behaviour };

  function misbehaves(behaviour: Behaviour, reply: ServerResponse): boolean {
    if (behaviour === "refusing") json(reply, 403, error("You do not have permission"));
    else if (behaviour === "failing") json(reply, 503, error("down for maintenance"));
    else if (behaviour === "nonsense") reply.writeHead(201).end("<html>welcome</html>");
    else if (behaviour === "redirecting") reply.writeHead(302, { location: "/elsewhere" }).end();
    return behaviour !== "well";
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    asked.push({ path, authorization: request.headers.authorization });
    const issueOf = /^\/jira\/rest\/api\/3\/issue\/([^/]+)\/attachments$/.exec(path)?.[1];
    if (path === "/jira/rest/api/3/issue") {
      const body = JSON.parse(await text(request)) as { fields: Record<string, unknown> };
      if (misbehaves(behaviours.create, reply)) return;
      const faults = faultsOf(body.fields);
      if (faults.length > 0) return json(reply, 400, { errorMessages: faults, errors: {} });
      const key = `SURVEY-${issues.length + 1}`;
      issues.push({ key, fields: body.fields, attachments: [] });
      return json(reply, 201, { id: "10000", key, self: `http://localhost${path}/10000` });
    }
    const issue = issues.find(({ key }) => key === issueOf);
    if (issue === undefined) return json(reply, 404, error("Issue does not exist"));
    if (request.headers["x-atlassian-token"] !== "no-check")
      return json(reply, 403, error("XSRF check failed"));
    const attachment = await readAttachment(request);
    if (misbehaves(behaviours.attach, reply)) return;
    issue.attachments.push(attachment);
    json(reply, 200, [{ filename: attachment.name, size: attachment.bytes.length }]);
  }

  const server = createServer((request, reply) => {
    void answer(request, reply).catch(() => json(reply, 500, error("broken")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no address");
  return {
    url: new URL(`http://127.0.0.1:${address.port}/jira`),
    issues,
    asked,
    behaviours,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
