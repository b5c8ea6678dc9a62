import type { Identity } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProcessings } from "../domain/processing/create-processings.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { serveProcessings } from "../processing/processing.routes.ts";
import { FakeEngine } from "../processing/testing/fake-engine.ts";
import { NO_RECORDS } from "../processing/testing/run-rig.ts";
import { lidarFolder } from "../uploads/testing/source-folder.ts";
import { createUploadRig } from "../uploads/testing/upload-rig.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";

const { serve, ask } = recordServe();
let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeAll(async () => {
  rig = await createUploadRig();
  serveProcessings(serve, {
    db: rig.db,
    store: rig.store,
    engine: new FakeEngine(rig.store),
    catalogue: { stages: new Map(), templates: new Map() },
    templates: new Map(),
    records: NO_RECORDS,
    buckets: rig.buckets,
    spool: "/nowhere",
    programs: { node: "/node", stages: "/stages", grids: "" },
    clock: systemClock,
    requireReason: false,
    version: () => undefined,
    failuresVersion: () => undefined,
  });
});
afterAll(() => rig.close());

const crew: Identity = testIdentity("crew");
/** An upload of a sensor log that has its processing. */
async function seed() {
  const upload = await rig.seed();
  const { flightId, sensorName } = upload;
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, sensor_id, type, flight_type,
      dispatch_lidar, dispatch_imagery)
    VALUES (${flightId}, 0, ${sensorName}, ${`SL${flightId.slice(2)}`}, 'LiDAR',
      'Successful Capture', 'Upload', 'TBA')`.execute(rig.db);
  await rig.db.transaction().execute((trx) => createProcessings(trx, [flightId]));
  return upload;
}
const list = async (
  endpoint: typeof endpoints.listGPSFiles | typeof endpoints.listRangeFiles,
  flightId: string,
): Promise<string[]> => (await ask(endpoint, { params: { flightId }, identity: crew })).reply;

test("the GPS and range files of a flight are those that its uploads brought, once they stand", async () => {
  const upload = await seed();
  const { flightId } = upload;
  const gps = [`${flightId}_01.000`, `${flightId}_01.001`];
  await rig.browser("crew").upload(upload, lidarFolder(flightId));
  // Sent, but not verified yet.
  expect(await list(endpoints.listGPSFiles, flightId)).toEqual([]);
  await rig.server.hand.runAll();
  expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  expect(await list(endpoints.listGPSFiles, flightId)).toEqual(gps);
  expect(await list(endpoints.listGPSFiles, flightId.slice(2))).toEqual(gps);
  expect(await list(endpoints.listRangeFiles, flightId)).toEqual([`${flightId}_01_0001.range`]);
  const other = await seed();
  expect(await list(endpoints.listGPSFiles, other.flightId)).toEqual([]);
  // What is being replaced, or archived, stands no more.
  await sql`UPDATE uploads SET status = 'UPLOADING' WHERE id = ${upload.uploadId}`.execute(rig.db);
  expect(await list(endpoints.listGPSFiles, flightId)).toEqual([]);
});

test("a store that is out is no flight without files", async () => {
  const upload = await seed();
  await rig.browser("crew").upload(upload, lidarFolder(upload.flightId));
  await rig.server.hand.runAll();
  rig.faults.before = (call) => {
    if (call === "read") throw new Error("outage");
  };
  await expect(list(endpoints.listGPSFiles, upload.flightId)).rejects.toThrow("outage");
  delete rig.faults.before;
  expect(await list(endpoints.listGPSFiles, upload.flightId)).toHaveLength(2);
});
