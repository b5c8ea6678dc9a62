import { manifestName, planObjects } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { type Caller, refused } from "./server-under-test.ts";

/** Tests of what the server takes and keeps of a manifest. */
export function manifests(get: () => Caller): void {
  test("is taken only while the upload prepares, and needed to go on", async () => {
    const { manifest } = get().under;
    await expect(get().save(manifest)).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    expect(await get().missing()).toEqual([]);
    await get().move("VALIDATING_SOURCE");
    await get().move("GENERATING_METADATA_N_UPLOAD_TASK");
    const error = refused("MANIFEST_MISSING");
    await expect(get().move("CHECKING_CONCURRENT_UPLOAD")).rejects.toMatchObject(error);
    expect(await get().save(manifest)).toEqual(get().names);
  });

  test("is answered with the form for its own object, where that is asked for", async () => {
    const { manifest, objectOf } = get().under;
    const { claim } = await objectOf(get().objects[0]!);
    const object = { manifestBytes: claim.size, manifestChecksum: claim.checksum };
    await get().moveVia("VALIDATING_SOURCE", "GENERATING_METADATA_N_UPLOAD_TASK");
    expect(await get().check(manifest)).not.toHaveProperty("manifest_form");
    const { manifest_form: form } = await get().check(manifest, object);
    const asked = await get().authorise(manifestName(manifest.flightId), {
      ...claim,
      segments: [],
    });
    expect(Object.keys(form!.fields)).toEqual(Object.keys(asked.fields));
    expect(form!.url).toBe(asked.url);
  });

  test("of another folder is refused on a resumption, and what landed stays", async () => {
    const { manifest } = get().under;
    await get().plan();
    await get().move("UPLOADING");
    await get().send(get().names.slice(0, 1));
    await get().move("UPLOAD_PAUSED");
    await get().move("GENERATING_METADATA_N_CHECK_PROGRESS");
    const other = { ...manifest, files: manifest.files.slice(1) };
    await expect(get().save(other)).rejects.toMatchObject(refused("MANIFEST_MISMATCH"));
    expect(await get().save(manifest)).toEqual(get().names.slice(1));
  });

  test("keeps what landed from the start on where it is equal, and drops it where not", async () => {
    const { manifest } = get().under;
    await get().plan();
    await get().move("UPLOADING");
    await get().send(get().names.slice(0, 2));
    await get().move("UPLOAD_FAILED");
    expect(await get().plan()).toEqual(get().names.slice(2));
    await get().move("UPLOADING");
    await get().move("UPLOAD_FAILED");
    const files = manifest.files.toSpliced(-1, 1);
    const planned = planObjects(files).map(({ name }) => name);
    expect(await get().plan({ ...manifest, files })).toEqual(planned);
  });
}

/** Tests which objects are authorised, and which count as landed. */
export function objects(get: () => Caller): void {
  test("are authorised only while the upload sends, the manifest before that", async () => {
    const { claim } = await get().under.objectOf(get().objects[0]!);
    const name = get().names[0]!;
    const own = { ...claim, segments: [] };
    const metadata = manifestName(get().under.manifest.flightId);
    const error = refused("UPLOAD_NOT_ACTIVE");
    await expect(get().authorise(metadata, own)).rejects.toMatchObject(error);
    await get().move("VALIDATING_SOURCE");
    await get().move("GENERATING_METADATA_N_UPLOAD_TASK");
    await get().save(get().under.manifest);
    expect(await get().authorise(metadata, own)).toHaveProperty("fields");
    await get().move("CHECKING_CONCURRENT_UPLOAD");
    await expect(get().authorise(name, claim)).rejects.toMatchObject(error);
    await get().move("UPLOADING");
    expect(await get().authorise(name, claim)).toHaveProperty("fields");
    await get().move("UPLOAD_PAUSED");
    await expect(get().authorise(name, claim)).rejects.toMatchObject(error);
  });

  test("are authorised only as they are planned", async () => {
    const { claim } = await get().under.objectOf(get().objects[0]!);
    const [segment] = claim.segments;
    await get().plan();
    await get().move("UPLOADING");
    const unplanned = get().authorise("FL000999_045@other.range", claim);
    await expect(unplanned).rejects.toMatchObject(refused("INVALID_PATH"));
    const huge = { ...segment!, storedBytes: get().objects[0]!.sourceBytes * 2 };
    for (const wrong of [
      { ...claim, segments: [] },
      { ...claim, segments: [segment!, segment!] },
      { ...claim, size: claim.size + 1 },
      { ...claim, size: huge.storedBytes, segments: [huge] },
    ])
      await expect(get().authorise(get().names[0]!, wrong)).rejects.toMatchObject(
        refused("INVALID_REQUEST"),
      );
  });

  test("are told with the checksums that were announced of a file's bytes", async () => {
    await get().plan();
    await get().move("UPLOADING");
    await get().send();
    const { manifest, objectOf } = get().under;
    for (const object of get().objects) {
      const { claim } = await objectOf(object);
      for (const [index, { file, offset, length }] of object.segments.entries()) {
        const pieces = [{ offset, length, xxh128: claim.segments[index]!.xxh128 }];
        expect(await get().sentContent([file])).toEqual([{ file, pieces }]);
      }
    }
    const all = await get().sentContent([...manifest.files.keys()]);
    expect(all.map(({ file }) => file)).toEqual([...manifest.files.keys()]);
  });

  test("count as landed once their bytes are stored as announced", async () => {
    await get().plan();
    await get().move("UPLOADING");
    const [object] = get().objects;
    const { claim, post } = await get().under.objectOf(object!);
    const form = await get().authorise(object!.name, claim);
    expect(await get().missing()).toEqual(get().names);
    await post(form);
    expect(await get().missing()).toEqual(get().names.slice(1));
  });
}
