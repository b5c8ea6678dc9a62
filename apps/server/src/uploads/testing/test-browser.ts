import { createHash } from "node:crypto";
import type { Identity } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import {
  type Manifest,
  type PieceRange,
  planObjects,
  type UploadStatus,
  type UploadType,
} from "@swath/contract/uploads";
import type { recordServe } from "../../platform/http/testing/recorded-serve.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { manifestOf, storedObject, type SourceFile } from "./source-folder.ts";

export interface SeededUpload {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: UploadType;
  readonly sensorName: string;
}

interface BrowserParts {
  readonly ask: ReturnType<typeof recordServe>["ask"];
  readonly store: ObjectStore;
  readonly uploadsBucket: string;
  readonly identity: Identity;
  readonly fingerprint: string;
  /** Of a page that says which it is. */
  readonly holder?: string;
}
type StoredObject = Awaited<ReturnType<typeof storedObject>> & { readonly piece?: PieceRange };

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A browser of one user: the calls of the upload protocol, in the words of its steps. */
export class TestBrowser {
  readonly identity: Identity;
  readonly #parts: BrowserParts;

  constructor(parts: BrowserParts) {
    this.identity = parts.identity;
    this.#parts = parts;
  }

  /** A page of this browser that says which it is. */
  page(holder: string): TestBrowser {
    return new TestBrowser({ ...this.#parts, holder });
  }

  get #held(): { readonly holder?: string } {
    const { holder } = this.#parts;
    return holder === undefined ? {} : { holder };
  }

  #at({ flightId, uploadId }: SeededUpload) {
    return { params: { flightId, uploadId }, identity: this.identity };
  }

  /** As a leader may, with a reason. */
  async reset(at: SeededUpload) {
    return this.move(at, "READY_FOR_UPLOAD", {}, "Another drive");
  }

  async move(
    at: SeededUpload,
    status: UploadStatus,
    query: Record<string, string> = {},
    /** A leader's reason, or how the sender failed. */
    said?: string | { readonly failure: string },
  ) {
    const { ask, fingerprint } = this.#parts;
    const asked = { ...this.#at(at), query: { status, fingerprint, ...this.#held, ...query } };
    const body = said && { body: typeof said === "string" ? { reason: said } : said };
    return (await ask(endpoints.moveUpload, { ...asked, ...body })).reply;
  }

  async metadata(at: SeededUpload, manifest: Manifest) {
    const asked = { ...this.#at(at), query: this.#held, body: { metadata: manifest } };
    return (await this.#parts.ask(endpoints.checkProgress, asked)).reply;
  }

  async heartbeat(at: SeededUpload) {
    const body = { browserFingerprint: this.#parts.fingerprint, ...this.#held };
    return (await this.#parts.ask(endpoints.heartbeat, { ...this.#at(at), body })).reply;
  }

  async state(at: SeededUpload) {
    return (await this.#parts.ask(endpoints.readUpload, this.#at(at))).reply;
  }

  async progress(at: SeededUpload) {
    return (await this.#parts.ask(endpoints.readProgress, this.#at(at))).reply;
  }

  /** Announces an object; answers the form to post it with. */
  async form(at: SeededUpload, filePath: string, object: StoredObject) {
    const { ask, store } = this.#parts;
    const { size, segments, piece } = object;
    const checksum =
      store.wireAlgorithm === "md5"
        ? createHash("md5").update(object.bytes).digest("base64")
        : object.checksum;
    const { uploadId, uploadType } = at;
    const range = piece === undefined ? {} : { piece };
    const body = {
      uploadId,
      filePath,
      uploadType,
      size,
      checksum,
      segments,
      ...range,
      ...this.#held,
    };
    return (await ask(endpoints.authoriseUpload, { body, identity: this.identity })).reply;
  }

  /** Announces an object and puts it (or other bytes) where its form says; answers the key. */
  async post(at: SeededUpload, filePath: string, object: StoredObject, bytes = object.bytes) {
    const { store, uploadsBucket } = this.#parts;
    const key = (await this.form(at, filePath, object)).fields["key"]!;
    await store.write(uploadsBucket, key, once(bytes), { size: bytes.length });
    return key;
  }

  /** Up to the queue; answers what is to be sent. */
  async begin(at: SeededUpload, manifest: Manifest): Promise<string[]> {
    const isUpdate = String(manifest.isUpdate);
    await this.move(at, "VALIDATING_SOURCE", { isUpdate }, "New lines");
    await this.move(at, "GENERATING_METADATA_N_UPLOAD_TASK");
    const { remaining_task_key_list: remaining } = await this.metadata(at, manifest);
    await this.move(at, "CHECKING_CONCURRENT_UPLOAD");
    return remaining;
  }

  /** Sends all objects of a folder, or those named. */
  async send(at: SeededUpload, source: readonly SourceFile[], names?: readonly string[]) {
    for (const object of planObjects(manifestOf(at, source).files))
      if (names?.includes(object.name) ?? true)
        await this.post(at, object.name, await storedObject(object, source));
  }

  /** From choosing the folder to UPLOAD_COMPLETE. */
  async upload(at: SeededUpload, source: readonly SourceFile[], isUpdate = false) {
    await this.begin(at, manifestOf(at, source, isUpdate));
    await this.move(at, "UPLOADING");
    await this.send(at, source);
    await this.move(at, "UPLOAD_INTEGRITY_CHECK");
    return this.move(at, "UPLOAD_COMPLETE");
  }
}
