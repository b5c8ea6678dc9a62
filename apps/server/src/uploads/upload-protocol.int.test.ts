import { xxhash128 } from "hash-wasm";
import {
  manifestName,
  PART_BYTES,
  planObjects,
  sealedManifestSchema,
} from "@swath/contract/uploads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  announced,
  lidarFolder,
  manifestOf,
  noise,
  storedObject,
  TWO_FRAMES,
} from "./testing/source-folder.ts";
import { sendingUpload } from "./testing/sending-upload.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

describe("an upload", () => {
  test("goes from the folder to ready data, byte for byte, and leaves nothing behind", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId, TWO_FRAMES);
    const crew = rig.browser("crew");
    const state = await crew.upload(upload, source);
    expect(state).toMatchObject({ status: "UPLOAD_COMPLETE", isOwn: true, user: "Crew" });
    await rig.server.hand.runAll();
    const row = await rig.stateOf(upload);
    expect(row).toMatchObject({
      status: "DATA_READY",
      reason: null,
      subject: "crew",
      locations: [`s3://swath-lidar/${upload.flightId}/LiDAR/`],
    });
    for (const { path, bytes } of source) {
      const stored = await rig.bytesAt(rig.buckets.lidar, `${upload.flightId}/LiDAR/${path}`);
      expect(stored.equals(bytes)).toBe(true);
    }
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
    expect(await crew.progress(upload)).toMatchObject({
      remaining_task_key_list: [],
      completed_file_count: source.length,
      total_file_count: source.length,
    });
  });

  test("is sealed with the checksum of every source file", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId, TWO_FRAMES);
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    const base = `${upload.flightId}_045`;
    const key = `${upload.flightId}/LiDAR/${base}/${manifestName(upload.flightId)}`;
    const text = (await rig.bytesAt(rig.buckets.lidar, key)).toString();
    const sealed = sealedManifestSchema.parse(JSON.parse(text));
    expect(sealed.user).toBe("Crew");
    for (const [index, { bytes }] of source.entries())
      expect(sealed.files[index]?.xxh128).toEqual([await xxhash128(bytes)]);
  });

  test("is sealed with how each part was sent, whatever had been planned", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId).map((file) =>
      file.path.endsWith(".001") ? Object.assign(file, { plainAt: [0] }) : file,
    );
    const last = source.at(-1)!;
    const large = { ...last, bytes: Buffer.concat([last.bytes, Buffer.alloc(PART_BYTES)]) };
    source[source.length - 1] = { ...large, plainAt: [PART_BYTES] };
    await rig.browser("crew").upload(upload, source);
    await rig.server.hand.runAll();
    expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
    const base = `${upload.flightId}_045`;
    const key = `${upload.flightId}/LiDAR/${base}/${manifestName(upload.flightId)}`;
    const text = (await rig.bytesAt(rig.buckets.lidar, key)).toString();
    const { files } = sealedManifestSchema.parse(JSON.parse(text));
    const sentOf = (ending: string) => {
      const { zipped, zippedParts } = files.find(({ fullPath }) => fullPath.endsWith(ending))!;
      return { zipped, zippedParts };
    };
    expect(sentOf(".pdf")).toEqual({ zipped: false, zippedParts: [false] });
    expect(sentOf(".000")).toEqual({ zipped: true, zippedParts: [true] });
    expect(sentOf(".001")).toEqual({ zipped: false, zippedParts: [false] });
    expect(sentOf(".range")).toEqual({ zipped: true, zippedParts: [true, false] });
  });

  test("tells while it sends what the store does not hold yet", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const names = planObjects(manifestOf(upload, source).files).map(({ name }) => name);
    expect(await crew.begin(upload, manifestOf(upload, source))).toEqual(names);
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source, [names[0]!]);
    const progress = await crew.progress(upload);
    expect(progress.remaining_task_key_list).toEqual(names.slice(1));
    expect(progress.base_folder).toBe(`${upload.flightId}_045`);
    expect(progress.completed_file_size).toBe(
      planObjects(manifestOf(upload, source).files)[0]?.sourceBytes,
    );
    await crew.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await expect(crew.move(upload, "UPLOAD_COMPLETE")).rejects.toMatchObject({
      code: "UPLOAD_INCOMPLETE",
      details: { remaining: names.length - 1 },
    });
    expect((await rig.stateOf(upload)).status).toBe("UPLOAD_INTEGRITY_CHECK");
  });

  test("does not count an object whose bytes are not those last announced", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const [first] = planObjects(manifestOf(upload, source).files);
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source);
    const good = await storedObject(first!, source);
    const other = { ...good, bytes: Buffer.from(good.bytes).fill(7, 0, 1) };
    await crew.post(upload, first!.name, good, other.bytes);
    expect((await crew.progress(upload)).remaining_task_key_list).toEqual([first!.name]);
  });

  test("sends its manifest's own object too, and nothing that is not planned", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    const bytes = Buffer.from(JSON.stringify(manifestOf(upload, source)));
    const key = await crew.post(upload, manifestName(upload.flightId), announced(bytes, []));
    const place = `${upload.flightId}/${upload.uploadId}/p[0-9a-f]{24}`;
    expect(key).toMatch(new RegExp(`^${place}/${upload.flightId}_metadata\\.json$`));
    const [object] = planObjects(manifestOf(upload, source).files);
    const stored = await storedObject(object!, source);
    for (const path of ["../../x", "FL000999_045@x.000", `${object!.name}.part0001`, "@rebuilt.0"])
      await expect(crew.post(upload, path, stored)).rejects.toMatchObject({ code: "INVALID_PATH" });
  });

  test("refuses segments that the plan does not allow", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    const objects = planObjects(manifestOf(upload, source).files);
    const raw = objects.find(({ name }) => name.endsWith("plan.kmz"))!;
    const good = await storedObject(raw, source);
    const refused = { code: "INVALID_REQUEST" };
    const short = [{ ...good.segments[0]!, storedBytes: good.size - 1 }];
    for (const bad of [
      { ...good, segments: [] },
      { ...good, segments: short, size: good.size - 1 },
      { ...good, size: good.size + 1 },
      { ...good, segments: [...good.segments, ...good.segments] },
      { ...good, checksum: `${"A".repeat(6)}==` },
      { ...good, segments: [{ ...good.segments[0]!, zipped: true }] },
    ])
      await expect(crew.post(upload, raw.name, bad)).rejects.toMatchObject(refused);
    const zipped = objects.find(({ name }) => name.endsWith(".range"))!;
    const bomb = { storedBytes: 12_000_000, xxh128: "0".repeat(32) };
    const huge = { ...good, size: bomb.storedBytes, segments: [bomb] };
    await expect(crew.post(upload, zipped.name, huge)).rejects.toMatchObject(refused);
    const frames = await storedObject(zipped, source);
    const plain = { ...frames, segments: [{ ...frames.segments[0]!, zipped: false }] };
    await expect(crew.post(upload, zipped.name, plain)).rejects.toMatchObject(refused);
  });
});

describe("going on", () => {
  test("after a lost lease with the same folder sends only what is missing", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const names = await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source, names.slice(0, 2));
    await crew.move(upload, "UPLOAD_PAUSED");
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS", {
      fingerprint: "another-page",
    });
    const again = rig.browser("crew", "another-page");
    const progress = await again.metadata(upload, manifestOf(upload, source));
    expect(progress.remaining_task_key_list).toEqual(names.slice(2));
    await again.move(upload, "CHECKING_CONCURRENT_UPLOAD");
    await again.move(upload, "UPLOADING");
    await again.send(upload, source, names.slice(2));
    await again.move(upload, "UPLOAD_INTEGRITY_CHECK");
    await again.move(upload, "UPLOAD_COMPLETE");
    await rig.server.hand.runAll();
    expect((await rig.stateOf(upload)).status).toBe("DATA_READY");
  });

  test("with another folder is refused, and what landed stays", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const names = await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source, names.slice(0, 1));
    await crew.move(upload, "UPLOAD_PAUSED");
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
    const other = manifestOf(upload, source.slice(1));
    await expect(crew.metadata(upload, other)).rejects.toMatchObject({
      code: "MANIFEST_MISMATCH",
      details: { differences: [`${source[0]!.path}: is missing in this folder`] },
    });
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED");
    await crew.move(upload, "GENERATING_METADATA_N_CHECK_PROGRESS");
    const progress = await crew.metadata(upload, manifestOf(upload, source));
    expect(progress.remaining_task_key_list).toEqual(names.slice(1));
  });

  test("from the start after a failure keeps what landed of an equal manifest", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const names = await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source, names.slice(0, 2));
    await crew.move(upload, "UPLOAD_FAILED");
    expect(await crew.begin(upload, manifestOf(upload, source))).toEqual(names.slice(2));
  });

  test("from the start with a different manifest drops what landed", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const names = await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    await crew.send(upload, source, names.slice(0, 2));
    await crew.move(upload, "UPLOAD_FAILED");
    const changed = [...source.slice(0, -1), { ...source.at(-1)!, bytes: noise(2_000_000, 99) }];
    const planned = planObjects(manifestOf(upload, changed).files).map(({ name }) => name);
    expect(await crew.begin(upload, manifestOf(upload, changed))).toEqual(planned);
    await rig.server.hand.runAll();
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });
});

/** The landing place that a key is below. */
const placeOf = (key: string) => key.split("/").slice(0, 3).join("/");

describe("a landing place", () => {
  test("is a new one for another sender of the same folder, also after a reset", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const names = planObjects(manifestOf(upload, source).files).map(({ name }) => name);
    const object = await storedObject(planObjects(manifestOf(upload, source).files)[0]!, source);
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, source));
    await crew.move(upload, "UPLOADING");
    const first = await crew.post(upload, names[0]!, object);
    await crew.move(upload, "UPLOAD_FAILED");
    await rig.leader().reset(upload);
    const other = rig.browser("other");
    expect(await other.begin(upload, manifestOf(upload, source))).toEqual(names);
    await other.move(upload, "UPLOADING");
    const second = await other.post(upload, names[0]!, object);
    expect(placeOf(second)).not.toBe(placeOf(first));
  });

  test("of another sender is not gone on with without a manifest of one's own", async () => {
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, lidarFolder(upload.flightId)));
    await crew.move(upload, "UPLOAD_FAILED");
    await rig.leader().reset(upload);
    const other = rig.browser("other");
    await other.move(upload, "VALIDATING_SOURCE");
    await other.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
    const refused = { code: "MANIFEST_MISSING" };
    await expect(other.move(upload, "CHECKING_CONCURRENT_UPLOAD")).rejects.toMatchObject(refused);
  });

  test("has another key for each form, and what an earlier one posts does not count", async () => {
    const { upload, crew, name, object } = await sendingUpload(rig);
    const first = await crew.post(upload, name, object);
    const second = await crew.post(upload, name, object);
    expect(second).not.toBe(first);
    await rig.files.remove(rig.buckets.uploads, [second]);
    expect((await crew.progress(upload)).remaining_task_key_list[0]).toBe(name);
  });

  test("that was abandoned is swept of what lands there late, cancelled or ready", async () => {
    const cancelled = await rig.seed();
    const source = lidarFolder(cancelled.flightId);
    const [planned] = planObjects(manifestOf(cancelled, source).files);
    const crew = rig.browser("crew");
    await crew.begin(cancelled, manifestOf(cancelled, source));
    await crew.move(cancelled, "UPLOADING");
    const key = await crew.post(cancelled, planned!.name, await storedObject(planned!, source));
    await crew.move(cancelled, "UPLOAD_CANCELLED");
    await rig.server.hand.runAll();
    const ready = await rig.seed();
    await crew.upload(ready, lidarFolder(ready.flightId));
    const landed = (await rig.keysIn(rig.buckets.uploads)).find((each) =>
      each.startsWith(ready.flightId),
    );
    await rig.server.hand.runAll();
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
    for (const late of [key, landed!])
      await rig.files.write(rig.buckets.uploads, late, [noise(10, 1)], { size: 10 });
    await rig.server.hand.tick("abandoned-landings");
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });
});

describe("a manifest", () => {
  test.each([
    ["of another flight", { flightId: "FL000999" }],
    ["of another type", { uploadType: "OptechGPS" }],
    ["of another sensor", { sensorName: "DMC - 27" }],
    ["of an update", { isUpdate: true }],
  ] as const)("%s is refused", async (_, change) => {
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    await crew.move(upload, "VALIDATING_SOURCE");
    await crew.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
    const manifest = { ...manifestOf(upload, lidarFolder(upload.flightId)), ...change };
    const refused = {
      code: "INVALID_REQUEST",
      details: { field: `metadata.${Object.keys(change)[0]}` },
    };
    await expect(crew.metadata(upload, manifest)).rejects.toMatchObject(refused);
  });

  test("with names that would share one place, or grow too long, is refused", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    await crew.move(upload, "VALIDATING_SOURCE");
    await crew.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
    const long = { ...source[0]!, path: `${upload.flightId}_045/${"é".repeat(500)}.pdf` };
    const sealed = {
      ...source[0]!,
      path: `${upload.flightId}_045/${manifestName(upload.flightId)}`,
    };
    const packed = {
      ...source[0]!,
      path: `${upload.flightId}_045/${"@".repeat(340)}.pdf`,
      bytes: noise(1_100_000, 3),
    };
    for (const bad of [long, sealed, packed])
      await expect(
        crew.metadata(upload, manifestOf(upload, [...source, bad])),
      ).rejects.toMatchObject({
        code: "INVALID_PATH",
      });
  });

  test("is taken only while the upload prepares", async () => {
    const upload = await rig.seed();
    const source = lidarFolder(upload.flightId);
    const crew = rig.browser("crew");
    const refused = { code: "UPLOAD_NOT_ACTIVE" };
    await expect(crew.metadata(upload, manifestOf(upload, source))).rejects.toMatchObject(refused);
    await crew.move(upload, "VALIDATING_SOURCE");
    await crew.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
    await expect(crew.move(upload, "CHECKING_CONCURRENT_UPLOAD")).rejects.toMatchObject({
      code: "MANIFEST_MISSING",
    });
  });

  test("of 20,000 files is kept and checked", async () => {
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    await crew.move(upload, "VALIDATING_SOURCE");
    await crew.move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
    const base = manifestOf(upload, lidarFolder(upload.flightId));
    const big = base.files.find(({ originalSize }) => originalSize > 1_048_576)!;
    const files = Array.from({ length: 20_000 }, (_, n) =>
      Object.assign({}, big, { fileName: `${n}.bin`, fullPath: `${base.baseFolder}/${n}.bin` }),
    );
    const progress = await crew.metadata(upload, { ...base, files });
    expect(progress.remaining_task_key_list).toHaveLength(20_000);
  });
});
