import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { errorBodySchema } from "@swath/contract/errors";
import { MAX_ATTACHMENT_BYTES } from "@swath/contract/support";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { buildHttp } from "../platform/http/build-http.ts";
import { createLog } from "../platform/log.ts";
import { serveOn } from "../platform/http/serve-endpoints.ts";
import { testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { openFileStore } from "../platform/file-store/open-file-store.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { createJira, type JiraAccount } from "./jira.ts";
import { keepIssue } from "./file-issue.ts";
import { serveSupport } from "./support.routes.ts";
import { startStandInJira } from "./testing/stand-in-jira.ts";

const BUCKET = "swath-support";
let database: TestDatabase;
let folder: string;
let store: Awaited<ReturnType<typeof openFileStore>>;
let standIn: Awaited<ReturnType<typeof startStandInJira>>;
const apps: FastifyInstance[] = [];
const problems: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "swath-support-"));
  const secret = Buffer.from("a secret of this test only");
  store = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  await store.ensureBuckets([BUCKET]);
  standIn = await startStandInJira();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  standIn.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  problems.length = 0;
  standIn.behaviours.create = "well";
  standIn.behaviours.attach = "well";
});

const accountOf = (account: Partial<JiraAccount>): JiraAccount => ({
  url: standIn.url,
  token: "jira-token",
  user: "swath@example.test",
  project: "SURVEY",
  issueType: "Task",
  ...account,
});

let people = 0;
/** A server of its own, with Jira or without; answers its address. */
async function openServer(account?: Partial<JiraAccount>, jiraTimeoutMs?: number): Promise<URL> {
  const app = await buildHttp({
    log: createLog({ level: "silent", name: "test" }),
    release: "0",
    publicUrl: new URL("http://localhost"),
    webFolder: join(folder, "none"),
    connect: [],
    trustProxy: false,
  });
  people += 1;
  const identity = { ...testIdentity(`reporter${people}`), email: "casey@example.test" };
  const serve = serveOn(app, { authenticate: async () => identity });
  serveSupport(serve, {
    db: database.db,
    store,
    bucket: BUCKET,
    jira: account && createJira(accountOf(account), jiraTimeoutMs),
    onJiraProblem: (problem) => problems.push(problem),
  });
  apps.push(app);
  return new URL("/api/main/support", await app.listen({ port: 0, host: "127.0.0.1" }));
}

function issueForm(fields: Record<string, string> = {}, ...files: [name: string, text: string][]) {
  const form = new FormData();
  const all = { summary: "No GPS", description: "It fails.\n\nAlways.", priority: "3", ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  for (const [name, text] of files) form.append("selectedFile", new File([text], name));
  return form;
}

async function send(at: URL, form: FormData) {
  const response = await fetch(at, { method: "POST", body: form });
  const body: unknown = await response.json();
  if (response.status === 200)
    return { status: 200, issueKey: (body as { issueKey: string }).issueKey };
  return { status: response.status, ...errorBodySchema.parse(body) };
}
const lastKept = () =>
  database.db
    .selectFrom("support_issues")
    .selectAll()
    .orderBy("number", "desc")
    .executeTakeFirstOrThrow();
const temporary = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith("swath-form-"));

describe("without Jira", () => {
  test("an issue is kept with its attachment, under a key, by the person of the bearer", async () => {
    const at = await openServer();
    const told = { user: "admin", url: "http://169.254.169.254/latest" };
    const { issueKey } = await send(at, issueForm(told, ["../../log.txt", "line 1"]));
    const kept = await lastKept();
    expect(issueKey).toBe(`SUP-${kept.number}`);
    expect(kept).toMatchObject({
      subject: `reporter${people}`,
      email: "casey@example.test",
      summary: "No GPS",
      description: "It fails.\n\nAlways.",
      priority: 3,
      url: "http://169.254.169.254/latest",
      file_name: "log.txt",
      file_bytes: 6,
      file_key: `SUP-${kept.number}/attachment`,
      jira_problem: null,
    });
    const bytes = await buffer(await store.read(BUCKET, kept.file_key ?? ""));
    expect(bytes.toString()).toBe("line 1");
    const event = database.db.selectFrom("audit.events").selectAll();
    expect(await event.where("subject", "=", kept.subject).execute()).toMatchObject([
      { action: "issue.filed", detail: { key: issueKey } },
    ]);
  });

  test("the address that comes with an issue is fetched by nobody", async () => {
    let fetched = 0;
    const listener = createServer((_request, response) => {
      fetched += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    for (const account of [undefined, {}])
      await send(await openServer(account), issueForm({ url: `http://127.0.0.1:${port}/secret` }));
    // What was connected before this is answered before it.
    await fetch(`http://127.0.0.1:${port}/last`);
    listener.close();
    expect(fetched).toBe(1);
  });

  test("priority is low unless said otherwise, a file may be missing or empty", async () => {
    const at = await openServer();
    const form = issueForm();
    form.delete("priority");
    await send(at, form);
    expect(await lastKept()).toMatchObject({ priority: 4, file_name: null });
    expect(await send(at, issueForm({}, ["empty.log", ""]))).toMatchObject({ status: 200 });
    expect(await lastKept()).toMatchObject({ file_name: "empty.log", file_bytes: 0 });
  });

  test.each<[string, Record<string, string>]>([
    ["no summary", { summary: " " }],
    ["no description", { description: "" }],
    ["another priority", { priority: "1" }],
    ["a foreign field", { assignee: "admin" }],
    ["a summary without end", { summary: "x".repeat(300) }],
  ])("%s is refused, and nothing is kept", async (_, fields) => {
    const before = await lastKept();
    const at = await openServer();
    expect(await send(at, issueForm(fields))).toMatchObject({
      status: 400,
      code: "INVALID_REQUEST",
    });
    expect(await lastKept()).toEqual(before);
  });

  test("a second file, a file of another field and a body that is no form are refused", async () => {
    const at = await openServer();
    const two = issueForm({}, ["a.txt", "a"], ["b.txt", "b"]);
    expect(await send(at, two)).toMatchObject({ status: 400 });
    const other = issueForm();
    other.append("avatar", new File(["x"], "x.png"));
    expect(await send(at, other)).toMatchObject({ status: 400 });
    const json = await fetch(at, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(json.status).toBe(415);
    const bare = await fetch(at, { method: "POST" });
    expect(bare.status).toBe(415);
    for (const part of ["name=summary", "name=selectedFile; filename=a.txt"]) {
      const cut = await fetch(at, {
        method: "POST",
        body: `--x\r\ncontent-disposition: form-data; ${part}\r\n\r\nhal`,
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
      expect(cut.status).toBe(400);
    }
  });

  test("a file of 20 MB is taken, one byte more is refused, and no trace of either stays here", async () => {
    const at = await openServer();
    const limit = "x".repeat(MAX_ATTACHMENT_BYTES);
    expect(await send(at, issueForm({}, ["limit.bin", limit]))).toMatchObject({ status: 200 });
    expect(await lastKept()).toMatchObject({ file_bytes: MAX_ATTACHMENT_BYTES });
    expect(await send(at, issueForm({}, ["over.bin", `${limit}x`]))).toMatchObject({
      status: 413,
      code: "ENTITY_TOO_LARGE",
      details: { limit: MAX_ATTACHMENT_BYTES },
    });
    expect((await lastKept()).file_name).toBe("limit.bin");
    expect(await temporary()).toEqual([]);
  });

  test("one person files at most ten a minute", async () => {
    const at = await openServer();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await send(at, issueForm())).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

test.runIf(process.platform === "linux")(
  "an attachment that the store refuses is not left open",
  async () => {
    const path = join(folder, "refused.log");
    await writeFile(path, "x");
    const refusing = Object.create(store) as typeof store;
    refusing.write = () => Promise.reject(new Error("the store is full"));
    const reporter = { subject: "crew", name: "Casey Crew", email: "casey@example.test" };
    const issue = {
      summary: "s",
      description: "d",
      priority: 4,
      url: "",
      reporter,
      requestId: "1",
    } as const;
    const kept = database.db.transaction().execute((trx) => {
      const issues = { db: database.db, store: refusing, bucket: BUCKET };
      const file = { name: "refused.log", type: "", bytes: 1, path };
      return keepIssue(issues, trx, issue, file, { key: null, problem: null });
    });
    await expect(kept).rejects.toThrow("the store is full");
    const open = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`));
    const settled = await Promise.allSettled(open);
    expect(settled).not.toContainEqual({ status: "fulfilled", value: path });
  },
);

describe("with Jira", () => {
  test("an issue is filed there with its attachment, and nothing is kept here", async () => {
    const before = await lastKept();
    const at = await openServer({});
    const { issueKey } = await send(
      at,
      issueForm({ priority: "2", url: "https://swath/post" }, ["log.txt", "line 1"]),
    );
    const issue = standIn.issues.at(-1)!;
    expect(issueKey).toBe(issue.key);
    expect(issue.fields).toMatchObject({
      project: { key: "SURVEY" },
      issuetype: { name: "Task" },
      priority: { id: "2" },
      summary: "No GPS",
    });
    const text = JSON.stringify(issue.fields["description"]);
    for (const said of ["It fails.", "Always.", "casey@example.test", "https://swath/post"])
      expect(text).toContain(said);
    expect(issue.attachments).toEqual([{ name: "log.txt", bytes: Buffer.from("line 1") }]);
    const basic = Buffer.from("swath@example.test:jira-token").toString("base64");
    expect(standIn.asked.at(-1)?.authorization).toBe(`Basic ${basic}`);
    expect(await lastKept()).toEqual(before);
  });

  test("a personal access token goes as a bearer", async () => {
    await send(await openServer({ user: undefined }), issueForm());
    expect(standIn.asked.at(-1)?.authorization).toBe("Bearer jira-token");
  });

  test.each(["refusing", "failing", "silent", "nonsense", "redirecting"] as const)(
    "that is %s loses no issue: it is kept here with the reason",
    async (behaviour) => {
      const at = await openServer({}, behaviour === "silent" ? 300 : undefined);
      standIn.behaviours.create = behaviour;
      const { issueKey } = await send(at, issueForm({}, ["log.txt", "line 1"]));
      const kept = await lastKept();
      expect(issueKey).toBe(`SUP-${kept.number}`);
      expect(kept).toMatchObject({ summary: "No GPS", file_name: "log.txt", jira_key: null });
      expect(problems).toEqual([kept.jira_problem]);
      expect(standIn.asked.map(({ path }) => path)).not.toContain("/elsewhere");
    },
  );

  test("that takes the issue and not its file keeps the file here, under Jira's key", async () => {
    const at = await openServer({});
    standIn.behaviours.attach = "failing";
    const { issueKey } = await send(at, issueForm({}, ["log.txt", "line 1"]));
    expect(issueKey).toBe(standIn.issues.at(-1)?.key);
    expect(await lastKept()).toMatchObject({ jira_key: issueKey, file_name: "log.txt" });
    expect(problems[0]).toContain("503");
  });

  test("that is given up while a file is on its way leaves nothing unhandled", async () => {
    const path = join(folder, "large.log");
    await writeFile(path, Buffer.alloc(MAX_ATTACHMENT_BYTES));
    const file = { name: "large.log", type: "", bytes: MAX_ATTACHMENT_BYTES, path };
    const unhandled: unknown[] = [];
    const keep = (error: unknown): number => unhandled.push(error);
    process.on("unhandledRejection", keep);
    for (const timeoutMs of [0, 1, 2, 4, 8, 16]) {
      const answer = await createJira(accountOf({}), timeoutMs).attach("SURVEY-0", file);
      expect(answer).toMatchObject({ ok: false });
    }
    // By the time that one more is answered, nothing is left of those that were given up.
    const answer = await createJira(accountOf({}), 30_000).attach("SURVEY-0", file);
    expect(answer).toMatchObject({ ok: false });
    process.off("unhandledRejection", keep);
    expect(unhandled).toEqual([]);
  });

  test("its account's token is never disclosed", async () => {
    const at = await openServer({ project: "UNKNOWN" });
    await send(at, issueForm());
    expect(problems[0]).toContain("400");
    expect(problems.join("")).not.toContain("jira-token");
  });
});
