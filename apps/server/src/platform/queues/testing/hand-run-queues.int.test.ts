import { afterAll, beforeAll } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../postgres/testing.ts";
import { handRunQueues } from "./hand-run-queues.ts";
import { queuesSuite } from "./suite.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

queuesSuite(
  "jobs run by hand",
  () => database,
  async () => {
    const failures: string[] = [];
    const { queues, runAll, tick } = handRunQueues(database.db, (queue) => failures.push(queue));
    return { queues, failures, pass: () => runAll().catch(() => {}), turn: tick };
  },
);
