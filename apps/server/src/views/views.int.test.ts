import { MAX_VIEWS, type ViewBody, type ViewList } from "@swath/contract/views";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
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

const CONTENTS = {
  flights: { list: "flights", filters },
  processing: { list: "processing", filters: { Status: "$any FAILED" } },
  "terrain-mapper": { list: "terrain-mapper", filters: {}, pageSize: 50 },
} as const;
const create = async (name: string, shared = false, identity = crew, list: ViewList = "flights") =>
  (await ask(endpoints.createView, { identity, body: { name, shared, ...CONTENTS[list] } })).reply;
const change = (viewId: string, body: object, identity = crew) =>
  ask(endpoints.changeView, { identity, params: { viewId }, body });
const remove = (viewId: string, identity = crew) =>
  ask(endpoints.deleteView, { identity, params: { viewId } });
const seenBy = async (
  identity: typeof crew,
  list: ViewList = "flights",
): Promise<[string, boolean][]> =>
  (await ask(endpoints.listViews, { identity, query: { list } })).reply.map(({ name, isOwn }) => [
    name,
    isOwn,
  ]);

test("a private view is its owner's alone, a shared one everyone's to read", async () => {
  await create("Mine");
  expect(await create("  Ours  ", true)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: "Ours",
    shared: true,
    list: "flights",
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
  const body = { list: "flights", name: "Theirs", shared: true, filters: {} };
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
  const detail = { name: "Logged", shared: true, list: "flights" };
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
  const body = { list: "flights", name: "rEADY", shared: false, filters };
  await expect(change(second.id, body)).rejects.toMatchObject(taken);
  await expect(change(second.id, { ...body, name: "SECOND" })).resolves.toBeDefined();
  await expect(create("Ready", false, other)).resolves.toBeDefined();
});

test("one person keeps so many views and no more", async () => {
  const made = Array.from({ length: MAX_VIEWS + 5 }, (_, n) => create(`View ${n}`));
  const results = await Promise.allSettled(made);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_VIEWS);
  await expect(create("One more")).rejects.toMatchObject({ code: "TOO_MANY_VIEWS" });
  await expect(create("Of another list", false, crew, "processing")).resolves.toBeDefined();
});

test("views of each list stand for themselves, with what that list keeps", async () => {
  for (const list of ["flights", "processing", "terrain-mapper"] as const) {
    expect(await create("Same", false, crew, list)).toMatchObject(CONTENTS[list]);
    expect(await seenBy(crew, list)).toEqual([["Same", true]]);
    const { reply } = await ask(endpoints.listViews, { identity: crew, query: { list } });
    expect(reply[0]).toMatchObject(CONTENTS[list]);
  }
});

test("a view is of a list that its reader may read, and of no other", async () => {
  const processing = testIdentity("processing", "processingOnly");
  const refused = { code: "INSUFFICIENT_PRIVILEGES" };
  await create("Of processings", true, crew, "processing");
  expect(await seenBy(processing, "processing")).toEqual([["Of processings", false]]);
  expect(await create("Own", false, processing, "processing")).toMatchObject({ isOwn: true });
  for (const list of ["flights", "terrain-mapper"] as const) {
    const { id } = await create("Shared", true, crew, list);
    await expect(seenBy(processing, list)).rejects.toMatchObject(refused);
    await expect(create("Own", false, processing, list)).rejects.toMatchObject(refused);
    const hidden = { code: "VIEW_NOT_FOUND" };
    await expect(remove(id, processing)).rejects.toMatchObject(hidden);
    const body = { name: "Own", shared: true, ...CONTENTS[list] };
    await expect(change(id, body, processing)).rejects.toMatchObject(hidden);
  }
});

test("one's own view of a list that one may no longer read is out of reach", async () => {
  const { id } = await create("Mine", false, crew, "terrain-mapper");
  const restricted = testIdentity("crew", "processingOnly");
  await expect(remove(id, restricted)).rejects.toMatchObject({ code: "VIEW_NOT_FOUND" });
});

test("a view stays of its list", async () => {
  const { id } = await create("Mine");
  const body: ViewBody = { name: "Mine", shared: false, ...CONTENTS.processing };
  await expect(change(id, body)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("filters that a list no longer has are left out of a view of before", async () => {
  const { id } = await create("Old");
  const kept = JSON.stringify({ ...filters, Pilot: "$any X", Sensor: "$nonsense" });
  await database.db.updateTable("views").set({ filters: kept }).where("id", "=", id).execute();
  const { reply } = await ask(endpoints.listViews, { identity: crew, query: { list: "flights" } });
  expect(reply).toMatchObject([{ name: "Old", filters }]);
  expect(reply[0]?.filters).toEqual(filters);
});

test.each([
  { list: "flights", name: "", shared: false, filters },
  { list: "flights", name: "x".repeat(61), shared: false, filters },
  { list: "flights", name: "a\u0000b", shared: false, filters },
  { list: "flights", name: "A", shared: false, filters: { Password: "x" } },
  { list: "flights", name: "A", shared: false, filters: { UploadStatus: "$any ROOT" } },
  { list: "flights", name: "A", shared: false, filters: { Date: "2026-02-02+2026-02-01" } },
])("what is no view is refused by its shape: %j", (body) => {
  expect(endpoints.createView.body.safeParse(body).success).toBe(false);
});
