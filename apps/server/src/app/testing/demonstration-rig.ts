import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedDemonstration } from "../../demonstration/seed-demonstration.ts";
import { type Clock, systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { processingOf } from "../config/compute.ts";
import { templatesOf } from "../open-runs.ts";
import { openStages } from "../stages-command.ts";

export const BUCKETS = {
  uploads: "demo-uploads",
  lidar: "demo-lidar",
  imagery: "demo-imagery",
  terrainMapperLidar: "demo-terrain-mapper",
  processing: "demo-processing",
  ai: "demo-ai",
  archive: "demo-archive",
  terrainMapperProcessing: "demo-terrain-processing",
};
/** A demonstration that is first started at a moment, in a database and a store of its own. */
export async function demonstrationRig(clock: Clock = systemClock) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "swath-demonstration-"));
  const secret = Buffer.from("a secret of this test only");
  const store = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  await store.ensureBuckets(Object.values(BUCKETS));
  const days = {
    SWATH_ATTEMPT_DAYS: 30,
    SWATH_LOG_DAYS: 30,
    SWATH_PREPARED_DAYS: 30,
    SWATH_GRIDS: "",
  };
  const stages = { ...processingOf(days, { dataFolder: folder }), dataFolder: folder };
  const templates = templatesOf(await openStages(stages));
  const deps = {
    db: database.db,
    store,
    buckets: BUCKETS,
    storageClass: undefined,
    templates,
    lmsVersion: "7.1",
    spool: join(folder, "runs"),
    clock,
    dataFolder: folder,
  };
  await seedDemonstration(deps);
  const drop = async (): Promise<void> => {
    await database.drop();
    await rm(folder, { recursive: true });
  };
  return { deps, stages, drop };
}
