import { sql } from "kysely";
import type { Settings } from "@swath/contract/settings";
import {
  runBuckets,
  createUploadRig,
} from "../../../apps/server/src/uploads/testing/upload-rig.ts";
import { serveFileStore } from "../../../apps/server/src/platform/file-store-http/testing/file-store-server.ts";
import type { SeededUpload } from "../../../apps/server/src/uploads/testing/test-browser.ts";

/** Between two of the server's looks for lost leases. */
export const SWEEP_MS = 5_000;
const SWEEPS_OF_MINUTE = 12;

/** The upload module on a real database, and a file store that takes forms over HTTP. */
export async function openWalkStand() {
  const buckets = runBuckets();
  const server = await serveFileStore(Object.values(buckets));
  const { store, folder } = server;
  const close = (): Promise<void> => server.close();
  const rig = await createUploadRig({ store: { store, folder, buckets, close } });
  const settings: Settings = {
    LMSCurrentVersion: "3.3.3",
    wireChecksum: store.wireAlgorithm,
    concurrentUploads: 2,
    compression: "adaptive",
    minPieceBytes: store.minPieceBytes,
    minCopiedBytes: store.minCopiedBytes,
    storeAddresses: [],
    requireReason: false,
  };

  /** Has the server's own tasks do what they do in a time, and the database's clock be as much later. */
  async function pass({ uploadId }: SeededUpload, milliseconds: number, sweep: number) {
    const time = sql`${milliseconds} * interval '1 millisecond'`;
    await sql`UPDATE uploads SET lease_renewed = lease_renewed - ${time},
      slot_used = slot_used - ${time} WHERE id = ${uploadId}`.execute(rig.db);
    const { hand } = rig.server;
    await hand.tick("lost-leases");
    if (sweep % SWEEPS_OF_MINUTE === 0) {
      await hand.tick("idle-slots");
      await hand.tick("due-rebuilds");
    }
    await hand.runAll();
  }
  return { rig, origin: server.origin, settings, pass };
}

export type WalkStand = Awaited<ReturnType<typeof openWalkStand>>;
