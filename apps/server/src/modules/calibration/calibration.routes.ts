import { routes } from "@swath/contract/routes";
import type { Serve } from "../../platform/http/serve.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { imageryRecord, lidarRecord, listRecords, readRecord } from "./calibration-records.ts";

const TOTAL = "x-total-count";

/** Serves the records of calibration parameters. */
export function serveCalibrations(serve: Serve, { db }: { readonly db: Db }): void {
  serve(routes.listCalibrations, async (call) => {
    const { rows, total } = await listRecords(db, "lidar", call.query);
    call.setHeader(TOTAL, String(total));
    return rows.map(lidarRecord);
  });
  serve(routes.readCalibration, async ({ params }) =>
    lidarRecord(await readRecord(db, "lidar", params.calibrationId)),
  );
  serve(routes.listImageryCalibrations, async (call) => {
    const { rows, total } = await listRecords(db, "imagery", call.query);
    call.setHeader(TOTAL, String(total));
    return rows.map(imageryRecord);
  });
  serve(routes.readImageryCalibration, async ({ params }) =>
    imageryRecord(await readRecord(db, "imagery", params.calibrationId)),
  );
}
