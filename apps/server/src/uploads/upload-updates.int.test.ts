import { sealedManifestSchema } from "@swath/contract/uploads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gpsBytes, lidarFolder, manifestOf } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

describe("an update", () => {
  test("adds to and replaces data that is ready, and seals old and new together", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.upload(upload, source);
    await rig.server.hand.runAll();
    const replaced = { ...source[5]!, bytes: gpsBytes(1_400_000, 77) };
    const added = { ...source[6]!, path: source[6]!.path.replace(".001", ".002") };
    await expect(crew.move(upload, "VALIDATING_SOURCE")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await expect(rig.browser("crew2").upload(upload, [replaced], true)).rejects.toMatchObject({
      code: "NOT_UPLOAD_OWNER",
    });
    await crew.upload(upload, [replaced, added], true);
    const landed = await rig.keysIn(rig.buckets.uploads);
    expect(
      landed.every((key) => key.startsWith(`${upload.flightId}/${upload.uploadId}/update/`)),
    ).toBe(true);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({
      status: "DATA_READY",
      is_update: true,
      reason: null,
    });
    expect(
      await rig.differing(upload, [
        ...source.filter(({ path }) => path !== replaced.path),
        replaced,
        added,
      ]),
    ).toEqual([]);
    const key = (await rig.keysIn(rig.buckets.lidar)).find((each) =>
      each.endsWith("_metadata.json"),
    )!;
    const sealed = sealedManifestSchema.parse(
      JSON.parse((await rig.bytesAt(rig.buckets.lidar, key)).toString()),
    );
    expect(sealed.files).toHaveLength(source.length + 1);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([
      expect.stringMatching(/^replaced\/1\/[0-9a-f]{64}$/),
    ]);
  });

  test("that is cancelled leaves the data as it was, and can be begun again", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.upload(upload, source);
    await rig.server.hand.runAll();
    const change = [{ ...source[5]!, bytes: gpsBytes(1_400_000, 77) }];
    await crew.begin(upload, manifestOf(upload, change, true));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, change);
    await expect(crew.move(upload, "UPLOAD_CANCELLED")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    const ready = (await rig.stateOf(upload)).ready_at;
    const cancelled = await crew.move(upload, "UPDATE_CANCELLED");
    expect(cancelled.ready).toEqual({ at: ready?.toISOString(), user: "Crew" });
    expect(Date.parse(cancelled.updated)).toBeGreaterThan(ready?.getTime() ?? Infinity);
    await rig.server.hand.runAll();
    expect(await rig.differing(upload, source)).toEqual([]);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
    await crew.upload(upload, change, true);
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  });

  test("of another's data is begun by a leader, who owns the data then", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    const replaced = { ...source[5]!, bytes: gpsBytes(1_400_000, 77) };
    await rig.leader().upload(upload, [replaced], true);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({
      status: "DATA_READY",
      subject: "leader",
      ready_by: "Leader",
    });
    expect(await rig.differing(upload, [replaced])).toEqual([]);
  });

  test("of what was never ready is refused", async () => {
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    await expect(
      crew.move(upload, "VALIDATING_SOURCE", { isUpdate: "true" }),
    ).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });
});

describe("cancelling", () => {
  test("forgets the manifest and removes what landed, in the background", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source);
    await expect(crew.move(upload, "UPDATE_CANCELLED")).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await crew.move(upload, "UPLOAD_CANCELLED");
    expect(await rig.keysIn(rig.buckets.uploads)).not.toEqual([]);
    expect((await crew.progress(upload)).total_file_count).toBe(0);
    await rig.server.hand.runAll();
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });

  test("does not remove what a new upload sends meanwhile", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source);
    await crew.move(upload, "UPLOAD_CANCELLED");
    await rig.browser("crew2").upload(upload, source);
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
    expect(await rig.differing(upload, source)).toEqual([]);
  });
});
