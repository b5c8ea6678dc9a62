import { routes } from "@swath/contract/routes";
import {
  type Manifest,
  manifestName,
  type PlannedObject,
  planObjects,
  type UploadAuthBody,
  type UploadAuthReply,
  type UploadStatus,
} from "@swath/contract/uploads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApiCalls } from "../../ports/api.ts";

type Claim = Pick<UploadAuthBody, "size" | "checksum" | "segments">;

/** A server with one slot and one upload, READY_FOR_UPLOAD and of the calls' own user. */
export interface ServerUnderTest {
  readonly api: ApiCalls;
  /** Of a folder with several objects, the first of them zipped. */
  readonly manifest: Manifest;
  /** What is announced of an object, and how its bytes are posted with a form. */
  readonly objectOf: (
    object: PlannedObject,
  ) => Promise<{ readonly claim: Claim; readonly post: (form: UploadAuthReply) => Promise<void> }>;
  /** Another user's upload takes the slot; returns how it gives the slot back. */
  readonly occupySlot: () => Promise<() => Promise<void>>;
  /** Lets more time pass than a lease lasts. */
  readonly expireLease: () => Promise<void>;
  /** Lets the server finish its background work. */
  readonly finishWork: () => Promise<void>;
  /** Waits for a result, in whatever time the server runs. */
  readonly wait: <T>(result: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const BROWSER = "conformance-browser";
const OTHER_BROWSER = "conformance-other-browser";

/** The engine's calls of one upload. */
class Caller {
  readonly under: ServerUnderTest;
  readonly objects: readonly PlannedObject[];
  readonly names: readonly string[];

  constructor(under: ServerUnderTest) {
    this.under = under;
    this.objects = planObjects(under.manifest.files);
    this.names = this.objects.map(({ name }) => name);
  }

  get #params() {
    const { flightId, uploadId } = this.under.manifest;
    return { flightId, uploadId };
  }

  move(status: UploadStatus, fingerprint = BROWSER) {
    const { api, wait } = this.under;
    const query = { status, isUpdate: "false", fingerprint } as const;
    return wait(api.call(routes.moveUpload, { params: this.#params, query }));
  }

  read() {
    return this.under.wait(this.under.api.call(routes.readUpload, { params: this.#params }));
  }

  beat(browserFingerprint = BROWSER) {
    const { api, wait } = this.under;
    return wait(api.call(routes.heartbeat, { params: this.#params, body: { browserFingerprint } }));
  }

  place() {
    const { api, manifest, wait } = this.under;
    const params = { uploadId: manifest.uploadId, fingerprint: BROWSER };
    return wait(api.call(routes.queuePlace, { params }));
  }

  async save(manifest: Manifest) {
    const { api, wait } = this.under;
    const input = { params: this.#params, body: { metadata: manifest } };
    return (await wait(api.call(routes.checkProgress, input))).remaining_task_key_list;
  }

  async missing() {
    const { api, wait } = this.under;
    const progress = await wait(api.call(routes.readProgress, { params: this.#params }));
    return progress.remaining_task_key_list;
  }

  authorise(filePath: string, claim: Claim) {
    const { api, manifest, wait } = this.under;
    const { uploadId, uploadType } = manifest;
    const body = { uploadId, uploadType, filePath, ...claim };
    return wait(api.call(routes.authoriseUpload, { body }));
  }

  async send(names: readonly string[] = this.names) {
    for (const object of this.objects) {
      if (!names.includes(object.name)) continue;
      const { claim, post } = await this.under.objectOf(object);
      await post(await this.authorise(object.name, claim));
    }
  }

  /** From the start to the queue. */
  async plan(manifest = this.under.manifest) {
    await this.move("VALIDATING_SOURCE");
    await this.move("GENERATING_METADATA_N_UPLOAD_TASK");
    const missing = await this.save(manifest);
    await this.move("CHECKING_CONCURRENT_UPLOAD");
    return missing;
  }
}

/** What the engine relies on in a server; declares the tests of one. */
export function serverConformance(name: string, open: () => Promise<ServerUnderTest>): void {
  describe(name, () => {
    let caller: Caller;
    const get = (): Caller => caller;
    beforeEach(async () => {
      caller = new Caller(await open());
    });
    afterEach(() => caller.under.close());
    describe("statuses", () => statuses(get));
    describe("the lease", () => leases(get));
    describe("the slot", () => slots(get));
    describe("the manifest", () => manifests(get));
    describe("objects", () => objects(get));
  });
}

const refused = (code: string, details: object = {}) => ({
  code,
  details: expect.objectContaining(details) as unknown,
});

function statuses(get: () => Caller): void {
  test("lead from the folder to ready data", async () => {
    expect(await get().plan()).toEqual(get().names);
    await get().move("UPLOADING");
    await get().send();
    await get().move("UPLOAD_INTEGRITY_CHECK");
    expect(await get().missing()).toEqual([]);
    const state = await get().move("UPLOAD_COMPLETE");
    expect(state).toMatchObject({ status: "UPLOAD_COMPLETE", isOwn: true, reason: null });
    await get().under.finishWork();
    expect(await get().read()).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await get().missing()).toEqual([]);
  });

  test("follow the table, and a repeated change is answered as made", async () => {
    const error = refused("INVALID_TRANSITION");
    await expect(get().move("UPLOADING")).rejects.toMatchObject(error);
    await get().move("VALIDATING_SOURCE");
    expect(await get().move("VALIDATING_SOURCE")).toMatchObject({ status: "VALIDATING_SOURCE" });
    await expect(get().move("UPLOAD_COMPLETE")).rejects.toMatchObject(error);
    expect((await get().read()).status).toBe("VALIDATING_SOURCE");
  });

  test("are not complete while an object is missing, and the refusal counts them", async () => {
    await get().plan();
    await get().move("UPLOADING");
    await get().send(get().names.slice(1));
    await get().move("UPLOAD_INTEGRITY_CHECK");
    expect(await get().missing()).toEqual(get().names.slice(0, 1));
    const error = refused("UPLOAD_INCOMPLETE", { remaining: 1 });
    await expect(get().move("UPLOAD_COMPLETE")).rejects.toMatchObject(error);
    await get().move("UPLOADING");
    await get().send(get().names.slice(0, 1));
    await get().move("UPLOAD_INTEGRITY_CHECK");
    await get().move("UPLOAD_COMPLETE");
  });
}

function leases(get: () => Caller): void {
  test("is kept by the heartbeat of an active upload alone", async () => {
    await expect(get().beat()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    await get().plan();
    expect(await get().beat()).toMatchObject({ status: "CHECKING_CONCURRENT_UPLOAD" });
    await get().move("UPLOADING");
    await get().move("UPLOAD_PAUSED");
    await expect(get().beat()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
  });

  test("is one browser's until it ends", async () => {
    await get().plan();
    await get().move("UPLOADING");
    const error = refused("UPLOAD_NOT_ACTIVE");
    await expect(get().beat(OTHER_BROWSER)).rejects.toMatchObject(error);
    await expect(get().move("UPLOAD_PAUSED", OTHER_BROWSER)).rejects.toMatchObject(error);
    await get().move("UPLOAD_PAUSED");
    await get().move("CHECKING_CONCURRENT_UPLOAD", OTHER_BROWSER);
    await expect(get().beat()).rejects.toMatchObject(error);
  });

  test("expires, which stalls the upload; it is resumed with what landed", async () => {
    await get().plan();
    await get().move("UPLOADING");
    await get().send(get().names.slice(0, 1));
    await get().under.expireLease();
    expect((await get().read()).status).toBe("UPLOAD_STALLED");
    await expect(get().beat()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    await get().move("CHECKING_CONCURRENT_UPLOAD");
    await get().move("UPLOADING");
    expect(await get().missing()).toEqual(get().names.slice(1));
  });
}

function slots(get: () => Caller): void {
  test("is granted at the head of the queue, which only a planned upload joins", async () => {
    await expect(get().place()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    await get().plan();
    expect(await get().place()).toEqual({ concurrentQueueDepth: 1, queueIndex: 0 });
    expect((await get().move("UPLOADING")).status).toBe("UPLOADING");
  });

  test("is refused with the position while another upload sends, and granted after it", async () => {
    const release = await get().under.occupySlot();
    await get().plan();
    expect(await get().place()).toEqual({ concurrentQueueDepth: 2, queueIndex: 1 });
    const error = refused("INVALID_TRANSITION", { queueIndex: 1 });
    await expect(get().move("UPLOADING")).rejects.toMatchObject(error);
    await get().move("UPLOAD_QUEUED");
    await release();
    expect(await get().place()).toMatchObject({ queueIndex: 0 });
    await get().move("UPLOADING");
  });
}

function manifests(get: () => Caller): void {
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

function objects(get: () => Caller): void {
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
