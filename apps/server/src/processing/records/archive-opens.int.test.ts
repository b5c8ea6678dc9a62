import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

test("an archive opens that stands in the archive bucket; of one from before Swath there is a link", async () => {
  const { id, flightId } = await rig.seedLog();
  const read = async () => {
    const { reply } = await rig.ask(endpoints.readProcessing, { params: { processingId: id } });
    return [reply.isArchived, reply.ArchiveOpens, reply.archiveS3PathLiDAR];
  };
  expect(await read()).toEqual([false, false, null]);
  const own = `s3://archive/${flightId}/LiDAR/`;
  await sql`UPDATE flights SET archive_s3_path_lidar = ${own} WHERE flight_id = ${flightId}`.execute(
    rig.db,
  );
  expect(await read()).toEqual([true, true, own]);
  const former = "s3://old-lidar/guid/";
  await sql`UPDATE processings SET archive_path = ${former} WHERE id = ${id}`.execute(rig.db);
  expect(await read()).toEqual([true, false, former]);
});
