import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { instrumentDifferences, instrumentZip } from "./files/stored-instrument-files.ts";
import { matchingFlights } from "./matching-flights.ts";
import { saveImagery, saveLidar } from "./save/save-record.ts";
import { imageryRecord, lidarRecord, listRecords, readRecord } from "./calibration-records.ts";

const TOTAL = "x-total-count";

interface CalibrationDeps {
  readonly db: Db;
}

function serveForms(serve: Serve, { db }: CalibrationDeps): void {
  const saved = async (id: string) => lidarRecord(await readRecord(db, "lidar", id));
  const savedImagery = async (id: string) => imageryRecord(await readRecord(db, "imagery", id));
  serve(endpoints.createCalibration, async ({ body, identity, from }) => ({
    result: await saved(await saveLidar(db, body, { identity, from })),
  }));
  serve(endpoints.updateCalibration, async ({ params, query, body, identity, from }) => {
    const saver = { identity, from, updated: query.updated };
    return saved(await saveLidar(db, body, saver, params.calibrationId));
  });
  serve(endpoints.createImageryCalibration, async ({ body, identity, from }) => ({
    result: await savedImagery(await saveImagery(db, body, { identity, from })),
  }));
  serve(endpoints.updateImageryCalibration, async ({ params, query, body, identity, from }) => {
    const saver = { identity, from, updated: query.updated };
    return savedImagery(await saveImagery(db, body, saver, params.calibrationId));
  });
}

/** Serves the records of calibration parameters. */
export function serveCalibrations(serve: Serve, deps: CalibrationDeps): void {
  const { db } = deps;
  serveForms(serve, deps);
  serve(endpoints.listMatchingFlights, ({ query, identity }) =>
    matchingFlights(db, query, identity.roles),
  );
  serve(endpoints.downloadInstrumentFiles, async (call) => {
    const { name, zip } = await instrumentZip(db, call.params.calibrationId);
    call.setHeader("x-name", name);
    return zip;
  });
  serve(endpoints.compareInstrumentFiles, ({ query }) => instrumentDifferences(db, query));
  serve(endpoints.listCalibrations, async (call) => {
    const { rows, total } = await listRecords(db, "lidar", call.query);
    call.setHeader(TOTAL, String(total));
    return rows.map(lidarRecord);
  });
  serve(endpoints.readCalibration, async ({ params }) =>
    lidarRecord(await readRecord(db, "lidar", params.calibrationId)),
  );
  serve(endpoints.listImageryCalibrations, async (call) => {
    const { rows, total } = await listRecords(db, "imagery", call.query);
    call.setHeader(TOTAL, String(total));
    return rows.map(imageryRecord);
  });
  serve(endpoints.readImageryCalibration, async ({ params }) =>
    imageryRecord(await readRecord(db, "imagery", params.calibrationId)),
  );
}
