import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { engineOptions } from "../../platform/object-store/testing/engine-options.ts";
import { openS3Store } from "../../platform/s3-store/open-s3-store.ts";
import { openColdProxy } from "../../platform/s3-store/testing/cold-proxy.ts";
import { LARGE, openColdRig } from "../testing/cold-rig.ts";

const HOUR_MS = 3_600_000;

test("on Ceph a flight and its archive go to a cold class, stay valid there, and come back with every byte", async () => {
  const rig = await openColdRig(async (clock) => {
    const options = engineOptions("none");
    const { endpoint, close } = await openColdProxy({ ...options, clock });
    return { store: openS3Store({ ...options, endpoint }), close };
  });
  try {
    const flightId = await rig.seed();
    await rig.archive.archive(flightId);
    await rig.move(flightId);
    for (const bucket of [rig.buckets.lidar, rig.buckets.archive])
      expect(await rig.classes(flightId, bucket)).toMatchObject({
        "a.range": "GLACIER cold",
        "b.range": "GLACIER cold",
        "plan.kmz": "STANDARD",
      });
    expect(await rig.archive.validate(`${flightId}/LiDAR/`)).toEqual({
      isArchivedSucceed: true,
      reason: null,
    });
    const key = `${flightId}/LiDAR/${flightId}_045/part 1/a.range`;
    const read = async () => buffer(await rig.store.read(rig.buckets.lidar, key));
    await expect(read()).rejects.toMatchObject({ code: "OBJECT_COLD" });
    await rig.restore(flightId);
    await rig.hand.runAll();
    expect(await rig.latest(flightId)).toMatchObject({ ended: null, objects: 4, unready: 4 });
    rig.time.now += 5 * HOUR_MS;
    await rig.look();
    expect(await rig.latest(flightId)).toMatchObject({ outcome: "done", unready: 0 });
    expect((await read()).equals(LARGE[0].bytes)).toBe(true);
    rig.time.now += 72 * HOUR_MS;
    await expect(read()).rejects.toMatchObject({ code: "OBJECT_COLD" });
  } finally {
    await rig.close();
  }
});
