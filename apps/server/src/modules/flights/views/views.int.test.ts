import { MAX_VIEWS } from "@swath/contract/flights";
import { routes } from "@swath/contract/routes";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordServe, testIdentity } from "../../../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../../../platform/postgres/testing.ts";
import { serveViews } from "./views.routes.ts";

const { serve, ask } = recordServe();
const crew = testIdentity("crew");
const other = testIdentity("other");
const filters = { UploadStatus: "$any DATA_READY", Date: "2026-01-01+2026-02-01" };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  serveViews(serve, database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom("views").execute());

const create = async (name: string, shared = false, identity = crew) =>
  (await ask(routes.createView, { identity, body: { name, shared, filters } })).reply;
const change = (viewId: string, body: object, identity = crew) =>
  ask(routes.changeView, { identity, params: { viewId }, body });
const remove = (viewId: string, identity = crew) =>
  ask(routes.deleteView, { identity, params: { viewId } });
const seenBy = async (identity: typeof crew): Promise<[string, boolean][]> =>
  (await ask(routes.listViews, { identity })).reply.map(({ name, isOwn }) => [name, isOwn]);

test("a private view is its owner's alone, a shared one everyone's to read", async () => {
  await create("Mine");
  expect(await create("  Ours  ", true)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: "Ours",
    shared: true,
    filters,
    owner: "Crew",
    isOwn: true,
  });
  expect(await seenBy(crew)).toEqual([
    ["Mine", true],
    ["Ours", true],
  ]);
  expect(await seenBy(other)).toEqual([["Ours", false]]);
});

test("only its owner changes or deletes a view", async () => {
  const shared = await create("Ours", true);
  const secret = await create("Mine");
  const body = { name: "Theirs", shared: true, filters: {} };
  const notOwner = { code: "NOT_VIEW_OWNER" };
  const unknown = { code: "VIEW_NOT_FOUND" };
  await expect(change(shared.id, body, other)).rejects.toMatchObject(notOwner);
  await expect(remove(shared.id, other)).rejects.toMatchObject(notOwner);
  await expect(change(secret.id, body, other)).rejects.toMatchObject(unknown);
  await expect(remove(secret.id, other)).rejects.toMatchObject(unknown);
  await expect(remove("0".repeat(24))).rejects.toMatchObject(unknown);
  expect(await seenBy(crew)).toHaveLength(2);
  expect((await change(secret.id, body)).reply).toMatchObject({ ...body, isOwn: true });
  await remove(shared.id);
  expect(await seenBy(other)).toEqual([["Theirs", false]]);
});

test("what is saved and removed stands in the audit log", async () => {
  const { id } = await create("Logged", true);
  await remove(id);
  const detail = { name: "Logged", shared: true };
  const events = database.db.selectFrom("audit.events").orderBy("id", "desc").limit(2);
  expect(await events.select(["action", "subject", "detail"]).execute()).toEqual([
    { action: "view.removed", subject: "crew", detail },
    { action: "view.saved", subject: "crew", detail },
  ]);
});

test("one person has one view of a name, whatever its case, also when asked twice at once", async () => {
  const taken = { code: "VIEW_NAME_TAKEN" };
  const results = await Promise.allSettled([create("Ready"), create("READY"), create("ready")]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject(taken);
  const second = await create("Second");
  const body = { name: "rEADY", shared: false, filters };
  await expect(change(second.id, body)).rejects.toMatchObject(taken);
  await expect(change(second.id, { ...body, name: "SECOND" })).resolves.toBeDefined();
  await expect(create("Ready", false, other)).resolves.toBeDefined();
});

test("one person keeps so many views and no more", async () => {
  const made = Array.from({ length: MAX_VIEWS + 5 }, (_, n) => create(`View ${n}`));
  const results = await Promise.allSettled(made);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_VIEWS);
  await expect(create("One more")).rejects.toMatchObject({ code: "TOO_MANY_VIEWS" });
});

test.each([
  { name: "", shared: false, filters },
  { name: "x".repeat(61), shared: false, filters },
  { name: "a\u0000b", shared: false, filters },
  { name: "A", shared: false, filters: { Password: "x" } },
  { name: "A", shared: false, filters: { UploadStatus: "$any ROOT" } },
  { name: "A", shared: false, filters: { Date: "2026-02-02+2026-02-01" } },
])("what is no view is refused by its shape: %j", (body) => {
  expect(routes.createView.body.safeParse(body).success).toBe(false);
});
