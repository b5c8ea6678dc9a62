import type { BulkOutcome } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileOrchestrated } from "../testing/while-locked.ts";
import { type BulkRig, codeOf, crew, openBulkRig, outcomes } from "../testing/bulk-rig.ts";

let rig: BulkRig;
beforeAll(async () => {
  rig = await openBulkRig();
});
afterAll(() => rig.database.drop());

const single = (process_id: string) =>
  codeOf(
    rig.ask(endpoints.markManuallyProcessed, {
      body: { process_id, cluster_name: "PI1_MineIP1", ManuallyProcessed: true },
      identity: crew,
    }),
  );

test("processing/B4 bulks over the same rows in opposite order and single actions in between wait, and end", async () => {
  const ids = await rig.completed(30);
  const targets = await rig.seen(ids);
  const [forth, back, ...singles] = await Promise.all([
    rig.act("markIgnored", { targets }),
    rig.act("markIgnored", { targets: targets.toReversed() }),
    ...ids.slice(0, 10).map(single),
  ]);
  const doneBy = new Map(ids.map((id) => [id, 0]));
  for (const { rows } of [forth, back] as BulkOutcome[])
    for (const { processingId, code } of rows)
      if (code === null) doneBy.set(processingId, doneBy.get(processingId)! + 1);
  singles.forEach((code, n) => {
    if (code === undefined) doneBy.set(ids[n]!, doneBy.get(ids[n]!)! + 1);
  });
  expect([...doneBy.values()].filter((times) => times !== 1)).toEqual([]);
});

test("processing/B10 one that waits for the orchestrator, which waits for it, begins again", async () => {
  const [id] = await rig.completed(1);
  const targets = await rig.seen([id!]);
  const outcome = await whileOrchestrated(rig.db, id!, () => rig.act("markIgnored", { targets }));
  // Which of the two is ended is the database's choice; the record was written meanwhile.
  expect(outcomes(outcome)).toEqual(["RECORD_CHANGED"]);
});
