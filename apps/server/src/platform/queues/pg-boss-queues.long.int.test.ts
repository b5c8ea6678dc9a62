import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { DatabaseLink } from "../postgres/testing/database-link.ts";
import type { Queues } from "./queues.ts";
import { openQueues } from "./pg-boss-queues.ts";

let database: TestDatabase;
/** What went wrong outside of handlers. */
let problems = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  problems = 0;
});
afterAll(() => database.drop());

async function open(url = database.url, answerMs = 20_000): Promise<Queues> {
  const queues = await openQueues(url, {
    onError: () => void (problems += 1),
    onFailure: () => undefined,
    stopMs: 2_000,
    answerMs,
  });
  onTestFinished(() => queues.stop());
  return queues;
}

test("the job of a worker killed with -9 is taken over", async () => {
  const place = await mkdtemp(join(tmpdir(), "swath-jobs-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const source = join(place, "worker.ts");
  const driver = new URL("./pg-boss-queues.ts", import.meta.url).href;
  await writeFile(
    source,
    `import { openQueues } from ${JSON.stringify(driver)};
     const quiet = () => undefined;
     const queues = await openQueues(process.argv[2], { onError: quiet, onFailure: quiet });
     await queues.work("killed", { concurrency: 1 }, () => {
       process.send("started");
       return new Promise(() => setInterval(quiet, 1000));
     });`,
  );
  const queues = await open();
  const child = fork(source, [database.url], { execArgv: [] });
  await queues.send("killed", { file: "one" });
  await once(child, "message");
  child.kill("SIGKILL");
  const seen: string[] = [];
  await queues.work<{ file: string }>("killed", { concurrency: 1 }, async ({ data }) => {
    seen.push(data.file);
  });
  // Its heartbeat is 10 s old first, and a look for dead workers 2 s later.
  await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(1);
}, 60_000);

test("a worker whose connections were cut without a word works again when the way is back", async () => {
  const link = await DatabaseLink.open(database.url);
  onTestFinished(() => link.close());
  const queues = await open(link.url, 2_000);
  let done = 0;
  await queues.work("cut-off", { concurrency: 2 }, async () => {
    done += 1;
  });
  await queues.send("cut-off", {});
  await expect.poll(() => done).toBe(1);
  link.cut();
  // Its own statements get no answer, as it tells.
  await expect.poll(() => problems, { timeout: 30_000 }).toBeGreaterThan(0);
  link.mend();
  const others = await open();
  await others.send("cut-off", {});
  await expect.poll(() => done, { timeout: 30_000 }).toBe(2);
}, 60_000);
