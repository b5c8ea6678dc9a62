import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyInstallation } from "../backup/verify/verify-installation.ts";
import { systemClock } from "../platform/clock/clock.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { ColdObjects } from "../platform/object-store/testing/cold-objects.ts";
import { coldStore } from "../platform/object-store/testing/cold-store.ts";
import { objectsBelow } from "../platform/object-store/objects-below.ts";
import { storedFault } from "../scrub/stored-fault.ts";
import { storedFiles } from "../uploads/receipt/stored-files.ts";
import { ReplacedScene } from "../uploads/testing/replaced-scene.ts";
import { backupRig } from "./testing/backup-rig.ts";

let rig: Awaited<ReturnType<typeof backupRig>>;
let store: ObjectStore;
beforeEach(async () => {
  rig = await backupRig();
  await ReplacedScene.seed(rig);
  store = coldStore(rig.files, new ColdObjects(systemClock));
});
afterEach(() => rig.close());

/** Moves a file of the flight's LiDAR data to a cold class. */
async function moveFile(ending: string): Promise<string> {
  for await (const { key } of objectsBelow(store, rig.buckets.lidar, "FL"))
    if (key.endsWith(ending)) {
      await store.moveToClass({ bucket: rig.buckets.lidar, key, storageClass: "GLACIER" });
      return key;
    }
  throw new Error(`there is no ${ending}`);
}

async function verify(isDeep: boolean) {
  const { db, buckets } = rig;
  const faults: string[] = [];
  const reading = { store, signal: new AbortController().signal, onBytes: async () => {} };
  const deps = {
    db,
    store,
    buckets,
    supportBucket: "support",
    storedFiles: (upload: Parameters<typeof storedFiles>[1]) =>
      storedFiles({ db, store, buckets }, upload),
    archiveFault: async () => undefined,
    deepFault: isDeep
      ? (
          ...[place, { originalSize, xxh128 }]: [
            Parameters<typeof storedFault>[1],
            { originalSize: number; xxh128: readonly string[] },
          ]
        ) => storedFault(reading, place, { originalSize, xxh128: [...xxh128] })
      : undefined,
    partFaults: async () => [],
  };
  const checked = await verifyInstallation(deps, (words) => faults.push(words));
  return { cold: checked.cold, faults };
}

test("what is in cold storage is neither missing nor damaged, listed or read: it counts by itself", async () => {
  await moveFile(".range");
  for (const isDeep of [false, true]) expect(await verify(isDeep)).toEqual({ cold: 1, faults: [] });
});

test("a manifest in cold storage, of which nothing can be told, counts too", async () => {
  await moveFile("_metadata.json");
  expect(await verify(false)).toEqual({ cold: 1, faults: [] });
});

test("a backup keeps what one before has of an object in cold storage, and names what none has", async () => {
  const first = await moveFile(".kmz");
  const { totals } = await rig.backUp({}, { store });
  expect(totals.named).toEqual([
    `${rig.buckets.lidar}/${first}: the object is in cold storage: restore it first`,
  ]);
  await moveFile(".range");
  const again = await rig.backUp({}, { store });
  expect(again.totals.named).toEqual(totals.named);
  expect(again.totals.count).toBe(totals.count);
});
