import { endpoints } from "@swath/contract/endpoints";
import {
  type Manifest,
  type ManifestObject,
  type PieceRange,
  type PlannedObject,
  planObjects,
  type UploadAuthBody,
  type UploadAuthReply,
  type UploadStatus,
  type ViaStatus,
} from "@swath/contract/uploads";
import { expect } from "vitest";
import type { ApiCalls } from "../../ports/uploader-ports.ts";

type Claim = Pick<UploadAuthBody, "size" | "checksum" | "segments" | "piece">;

/** A server with one slot and one upload, READY_FOR_UPLOAD and of the calls' own user. */
export interface ServerUnderTest {
  readonly api: ApiCalls;
  /** Of a folder with several objects, the first of them zipped: a bundle, and a file of 9 MB. */
  readonly manifest: Manifest;
  /** The facts announced of an object or a piece of it, and how its bytes are posted with a form. */
  readonly objectOf: (
    object: PlannedObject,
    piece?: PieceRange,
  ) => Promise<{ readonly claim: Claim; readonly post: (form: UploadAuthReply) => Promise<void> }>;
  /** Another user's upload takes the slot; returns how it gives the slot back. */
  readonly occupySlot: () => Promise<() => Promise<void>>;
  /** Lets more time pass than a lease lasts. */
  readonly expireLease: () => Promise<void>;
  /** Lets the server finish its background work. */
  readonly finishWork: () => Promise<void>;
  /** Waits for a result, in the server's real or virtual time. */
  readonly wait: <T>(result: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const BROWSER = "conformance-browser";

/** The engine's calls of one upload. */
export class Caller {
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

  move(status: UploadStatus, fingerprint = BROWSER, via?: ViaStatus) {
    const { api, wait } = this.under;
    const query = { status, isUpdate: "false", fingerprint, ...(via && { via }) } as const;
    return wait(api.call(endpoints.moveUpload, { params: this.#params, query }));
  }

  moveVia(via: ViaStatus, status: UploadStatus) {
    return this.move(status, BROWSER, via);
  }

  read() {
    return this.under.wait(this.under.api.call(endpoints.readUpload, { params: this.#params }));
  }

  beat(browserFingerprint = BROWSER) {
    const { api, wait } = this.under;
    return wait(
      api.call(endpoints.heartbeat, { params: this.#params, body: { browserFingerprint } }),
    );
  }

  place() {
    const { api, manifest, wait } = this.under;
    const params = { uploadId: manifest.uploadId, fingerprint: BROWSER };
    return wait(api.call(endpoints.queuePlace, { params }));
  }

  async save(manifest: Manifest) {
    return (await this.check(manifest)).remaining_task_key_list;
  }

  /** With the manifest's own object, where a form for it is wanted too. */
  check(manifest: Manifest, query: ManifestObject = {}) {
    const { api, wait } = this.under;
    const input = { params: this.#params, query, body: { metadata: manifest } };
    return wait(api.call(endpoints.checkProgress, input));
  }

  progress() {
    const { api, wait } = this.under;
    return wait(api.call(endpoints.readProgress, { params: this.#params }));
  }

  async missing() {
    return (await this.progress()).remaining_task_key_list;
  }

  async sentContent(files: readonly number[]) {
    const { api, wait } = this.under;
    const input = { params: this.#params, query: { files: files.join(",") } };
    return (await wait(api.call(endpoints.readSentContent, input))).files;
  }

  authorise(filePath: string, claim: Claim) {
    const { api, manifest, wait } = this.under;
    const { uploadId, uploadType } = manifest;
    const body = { uploadId, uploadType, filePath, ...claim };
    return wait(api.call(endpoints.authoriseUpload, { body }));
  }

  async send(names: readonly string[] = this.names) {
    for (const object of this.objects) {
      if (!names.includes(object.name)) continue;
      const { claim, post } = await this.under.objectOf(object);
      await post(await this.authorise(object.name, claim));
    }
  }

  async announcePiece(object: PlannedObject, piece: PieceRange) {
    const { claim } = await this.under.objectOf(object, piece);
    return this.authorise(object.name, claim);
  }

  async sendPiece(object: PlannedObject, piece: PieceRange) {
    const { claim, post } = await this.under.objectOf(object, piece);
    await post(await this.authorise(object.name, claim));
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

export const refused = (code: string, details: object = {}) => ({
  code,
  details: expect.objectContaining(details) as unknown,
});
