import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordRefusal, type Refusal } from "./refusals.ts";
import { testIdentity } from "./testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { createEventTally, type EventTally } from "../audit/event-tally.ts";

let database: TestDatabase;
let tally: EventTally;
const failures: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  tally = createEventTally(database.db, (error) => failures.push(error));
});
afterAll(() => database.drop());

let seen = 0;
async function written() {
  await tally.settle();
  const rows = await database.db.selectFrom("audit.events").selectAll().orderBy("id").execute();
  const fresh = rows.slice(seen);
  seen = rows.length;
  return fresh;
}
afterEach(written);

function refusal(facts: Partial<Refusal> = {}): Refusal {
  return {
    method: "PUT",
    route: "/api/main/flights/:flightId/upload/:uploadId/status",
    code: "INSUFFICIENT_PRIVILEGES",
    identity: testIdentity("guest"),
    flightId: "FL000001",
    uploadId: undefined,
    from: { address: "192.0.2.7", requestId: "r-1" },
    ...facts,
  };
}
const stranger = (address: string): Refusal =>
  refusal({
    identity: undefined,
    code: "UNAUTHENTICATED",
    from: { address, requestId: "r" },
  });

test("a refusal is recorded at once, with who was refused what", async () => {
  recordRefusal(tally, refusal());
  expect(await written()).toMatchObject([
    {
      action: "call.refused",
      subject: "guest",
      name: "Guest",
      flight_id: "FL000001",
      detail: { code: "INSUFFICIENT_PRIVILEGES", method: "PUT", count: 1 },
      address: "192.0.2.7",
      request_id: "r-1",
    },
  ]);
});

test("a thousand equal refusals make two entries that count them", async () => {
  for (let i = 0; i < 1_000; i += 1) recordRefusal(tally, refusal());
  const rows = await written();
  // The first is being written while the others are counted: either may come first.
  const counts = rows.map(({ detail }) => Number(detail["count"]));
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 999]);
});

test("refusals of different people, codes or flights are told apart", async () => {
  recordRefusal(tally, refusal());
  recordRefusal(tally, refusal({ identity: testIdentity("crew") }));
  recordRefusal(tally, refusal({ code: "NOT_UPLOAD_OWNER" }));
  recordRefusal(tally, refusal({ flightId: "FL000002" }));
  expect(await written()).toHaveLength(4);
});

test("strangers from ten thousand addresses make at most 42 entries, and none is left uncounted", async () => {
  for (let i = 0; i < 10_000; i += 1)
    for (const _ of [1, 2]) recordRefusal(tally, stranger(`2001:db8::${i.toString(16)}`));
  const rows = await written();
  expect(rows.length).toBeLessThanOrEqual(42);
  expect(rows.reduce((sum, { detail }) => sum + Number(detail["count"]), 0)).toBe(20_000);
});

test("a flood of strangers, or of one person, hides nobody else's refusal", async () => {
  for (let i = 0; i < 500; i += 1) recordRefusal(tally, stranger(`192.0.2.${i}`));
  for (let i = 0; i < 500; i += 1)
    recordRefusal(tally, refusal({ flightId: `FL${String(i).padStart(6, "0")}` }));
  recordRefusal(tally, refusal({ identity: testIdentity("crew"), flightId: "FL000777" }));
  const rows = await written();
  expect(rows.filter(({ subject }) => subject === "crew")).toMatchObject([
    { flight_id: "FL000777" },
  ]);
});

test("after settling, what happens again is told again", async () => {
  recordRefusal(tally, refusal());
  await tally.settle();
  recordRefusal(tally, refusal());
  expect(await written()).toHaveLength(2);
});

test("a database that is away loses the entry and nothing else", async () => {
  const other = await createTestDatabase();
  const told: unknown[] = [];
  const lost = createEventTally(other.db, (error) => told.push(error));
  await other.drop();
  recordRefusal(lost, refusal());
  await lost.settle();
  expect(told).toHaveLength(1);
  expect(failures).toEqual([]);
});
