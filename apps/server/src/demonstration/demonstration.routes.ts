import { demonstrationEndpoints } from "@swath/contract/demonstration";
import { AppError } from "@swath/contract/errors";
import type { Clock } from "../platform/clock/clock.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { zippedObjects } from "../platform/zip/zip-downloads.ts";
import { offerZip } from "../platform/zip/zip-route.ts";
import { isMade, makeSample, type SampleOrder, samplePrefix } from "./make-sample.ts";

/** Sample folders are kept here, hidden from the explorer. */
export const SAMPLE_BUCKET = "swath-samples";

interface DemonstrationDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Whether the data is made up: no other installation makes samples. */
  readonly isDemonstration: boolean;
}

/** Serves what only a demonstration has. */
export function serveDemonstration(serve: Serve, deps: DemonstrationDeps): void {
  const { db, store, isDemonstration } = deps;
  /** Orders that are being made: a second caller waits for the first one's. */
  const making = new Map<string, Promise<void>>();

  const made = async (order: SampleOrder): Promise<void> => {
    if (await isMade(order)) return;
    const key = samplePrefix(order);
    const work = making.get(key) ?? makeSample(order).finally(() => making.delete(key));
    making.set(key, work);
    await work;
  };

  serve(demonstrationEndpoints.makeSampleFolder, async ({ body, identity, from }) => {
    const { flightId, kind } = body;
    const known = await db
      .selectFrom("uploads")
      .innerJoin("flights", "flights.flight_id", "uploads.flight_id")
      .select(["wheels_up", "wheels_down"])
      .where("uploads.flight_id", "=", flightId)
      .where("uploads.type", "=", "LiDAR")
      .executeTakeFirst();
    if (!isDemonstration || known === undefined)
      throw new AppError(
        "FLIGHT_NOT_FOUND",
        "samples are made of the demonstration's LiDAR flights",
      );
    await store.ensureBuckets([SAMPLE_BUCKET]);
    const [up, down] = [known.wheels_up, known.wheels_down];
    const wheels =
      up === null || down === null ? undefined : { up: up.toISOString(), down: down.toISOString() };
    await made({ flightId, wheels, kind, into: { store, bucket: SAMPLE_BUCKET } });
    const prefix = samplePrefix({ flightId, kind });
    const name = `${flightId}-sample.zip`;
    const { entries } = await zippedObjects(store, { bucket: SAMPLE_BUCKET, prefix }, [prefix]);
    const offered = { bucket: SAMPLE_BUCKET, prefix, name, entries };
    return offerZip(deps, offered, { identity, from });
  });
}
