import { afterAll, beforeAll } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../postgres/testing.ts";
import { handRunJobs } from "./hand-run-jobs.ts";
import { jobsSuite } from "./suite.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

jobsSuite(
  "jobs run by hand",
  () => database,
  async () => {
    const failures: string[] = [];
    const { queues, runAll, tick } = handRunJobs(database.db, (queue) => failures.push(queue));
    return { queues, failures, pass: () => runAll().catch(() => {}), turn: tick };
  },
);
