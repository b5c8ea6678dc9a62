import { AppError, type ErrorCode } from "@swath/contract/errors";
import type { ReplyOf, Endpoint } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { Compression } from "@swath/contract/settings";
import {
  type ClientSpan,
  type Manifest,
  manifestName,
  type ManifestObject,
  manifestObjectSchema,
  manifestSchema,
  moveBodySchema,
  type SentFile,
  UPLOAD_STATES,
  type UploadAuthBody,
  uploadAuthBodySchema,
  type UploadStatus,
} from "@swath/contract/uploads";
import type { ApiCalls, ApiRequest } from "../ports/uploader-ports.ts";
import { fakeChecksum } from "./fake-bytes.ts";
import { validateClaim } from "./fake-claim.ts";
import { FakeLanding, postName } from "./fake-landing.ts";
import { FakeUpload } from "./fake-upload.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** Statuses in which the manifest itself may be posted. */
const MANIFEST_STATUSES: readonly UploadStatus[] = [
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "UPLOADING",
];

/**
 * A server of one upload in memory: it enforces what its record does ({@link FakeUpload}), the manifest and
 * the claims, and rebuilds what was completed.
 */
export class FakeServer {
  readonly clock: VirtualClock;
  readonly upload: FakeUpload;
  online = true;
  /** How long each call takes. */
  callMs = 5;
  /** How long its own work takes beyond that. */
  workMs: (path: string) => number = () => 0;
  manifest: Manifest | undefined;
  manifestText: string | undefined;
  readonly landing = new FakeLanding();
  readonly calls: string[] = [];
  /** What the sender said of the last move, where it had failed. */
  failure: string | undefined;
  concurrentUploads = 4;
  minPieceBytes = 1_048_576;
  /** Undefined for the same. */
  minCopiedBytes: number | undefined;
  storeAddresses: readonly string[] = [];
  traces = false;
  /** What heartbeats told of the browser. */
  readonly spans: ClientSpan[] = [];
  compression: Compression = "adaptive";
  /** Files that it finds touched when a manifest comes. */
  touchedFiles: number[] = [];
  /** Whether it gives the form for the manifest's own object along with its answer to the manifest. */
  givesManifestForm = true;
  /** Called before each call; may throw the answer to it. */
  before: (path: string, method: string) => void = () => {};
  /** Called after each call took effect; may throw, as where the response is lost. */
  after: (path: string, method: string) => void = () => {};

  constructor(clock: VirtualClock) {
    this.clock = clock;
    this.upload = new FakeUpload(clock, {
      hasManifest: () => this.manifest !== undefined,
      missing: () => this.progress().remaining_task_key_list.length,
    });
  }

  readonly api: ApiCalls = { call: (endpoint, request) => this.#call(endpoint, request) };

  async #call<R extends Endpoint>(endpoint: R, request: ApiRequest<R>): Promise<ReplyOf<R>> {
    await this.clock.sleep(this.callMs + this.workMs(endpoint.path));
    request.signal?.throwIfAborted();
    if (!this.online) throw new TypeError("Failed to fetch");
    this.calls.push(`${endpoint.method} ${endpoint.path}`);
    this.before(endpoint.path, endpoint.method);
    this.upload.expireLease();
    const reply = this.#answer(endpoint, request as unknown as Input);
    this.after(endpoint.path, endpoint.method);
    return reply as ReplyOf<R>;
  }

  #answer(endpoint: Endpoint, { params, query, body }: Input): unknown {
    switch (endpoint) {
      case endpoints.readSettings:
        return {
          requireReason: false,
          LMSCurrentVersion: "1",
          wireChecksum: "crc32c",
          concurrentUploads: this.concurrentUploads,
          compression: this.compression,
          minPieceBytes: this.minPieceBytes,
          minCopiedBytes: this.minCopiedBytes ?? this.minPieceBytes,
          storeAddresses: this.storeAddresses,
          ...(this.traces && { traces: true }),
        };
      case endpoints.moveUpload:
        return this.#move(query, moveBodySchema.nullish().parse(body)?.failure);
      case endpoints.readUpload:
        return this.upload.state();
      case endpoints.heartbeat:
        this.spans.push(...((body["spans"] as ClientSpan[] | undefined) ?? []));
        return this.upload.heartbeat(
          body["browserFingerprint"] as string,
          body["holder"] as string,
        );
      case endpoints.queuePlace:
        return this.upload.place();
      case endpoints.checkProgress:
        this.upload.requireLeaseOwner(query?.["holder"] as string);
        return {
          ...(this.touchedFiles.length > 0 && { touched_files: this.touchedFiles }),
          ...this.#saveManifest(manifestSchema.parse(body["metadata"])),
          ...this.#manifestForm(manifestObjectSchema.parse(query ?? {})),
        };
      case endpoints.readProgress:
        return this.progress();
      case endpoints.readSentContent:
        return {
          files: String(query["files"])
            .split(",")
            .map((file) => this.#sent(Number(file))),
        };
      case endpoints.authoriseUpload:
        this.upload.requireLeaseOwner(body["holder"] as string);
        return this.#authorise(uploadAuthBodySchema.parse(body));
      default:
        throw new AppError("ROUTE_NOT_FOUND", `${endpoint.path} ${JSON.stringify(params)}`);
    }
  }

  #move(query: Input["query"], failure: string | undefined): unknown {
    this.failure = failure;
    const { upload } = this;
    const passed = upload.statuses.length;
    const via = query["via"] as UploadStatus | undefined;
    const state = upload.moveVia(via, query["status"] as UploadStatus, {
      fingerprint: query["fingerprint"] as string,
      holder: query["holder"] as string,
      takeOver: query["takeOver"] === "true",
    });
    if (upload.statuses.includes("UPLOAD_COMPLETE", passed)) this.#rebuild();
    return state;
  }

  #sent(file: number): SentFile {
    return { file, pieces: this.landing.announced(this.manifest!, file) };
  }

  #manifestForm({ manifestBytes: size, manifestChecksum: checksum }: ManifestObject): object {
    if (size === undefined || checksum === undefined || !this.givesManifestForm) return {};
    const name = manifestName(this.manifest!.flightId);
    const { uploadId, uploadType } = this.manifest!;
    this.claims.set(name, { uploadId, uploadType, filePath: name, size, checksum, segments: [] });
    return { manifest_form: { url: "/store", fields: { name } } };
  }

  #saveManifest(manifest: Manifest): ReturnType<FakeLanding["progress"]> {
    this.upload.require(
      "GENERATING_METADATA_N_UPLOAD_TASK",
      "GENERATING_METADATA_N_CHECK_PROGRESS",
    );
    const same = JSON.stringify(manifest) === JSON.stringify(this.manifest);
    if (!same && this.upload.status === "GENERATING_METADATA_N_CHECK_PROGRESS")
      throw new AppError("MANIFEST_MISMATCH", "another folder", {
        differences: ["a.range: is missing in this folder", "and 2 more"],
      });
    if (!same) this.landing.clear();
    this.manifest = manifest;
    return this.progress();
  }

  /** Objects that have landed whole. */
  get landed(): FakeLanding["objects"] {
    return this.landing.objects;
  }

  get claims(): FakeLanding["claims"] {
    return this.landing.claims;
  }

  progress(): ReturnType<FakeLanding["progress"]> {
    return this.landing.progress(this.manifest);
  }

  #authorise(claim: UploadAuthBody): unknown {
    const name = postName(claim.filePath, claim.piece);
    if (claim.filePath.endsWith("_metadata.json")) {
      this.upload.require(...MANIFEST_STATUSES);
      if (claim.piece !== undefined) throw new AppError("INVALID_REQUEST", name);
      this.claims.set(name, claim);
    } else {
      this.upload.require("UPLOADING");
      this.landing.announce(claim, validateClaim(claim, this.manifest!, this.minPieceBytes));
    }
    return { url: "/store", fields: { name } };
  }

  /** What the store does with a posted form. */
  receive(name: string, content: string, size: number): ErrorCode | undefined {
    const claim = this.claims.get(name);
    if (claim === undefined || claim.size !== size) return "UPLOAD_POLICY_REFUSED";
    if (name !== (this.manifest && manifestName(this.manifest.flightId)))
      return this.landing.receive(claim, content, size, this.manifest!)
        ? undefined
        : "CHECKSUM_MISMATCH";
    if (claim.checksum !== fakeChecksum(content)) return "CHECKSUM_MISMATCH";
    this.manifestText = content;
    return undefined;
  }

  /** Objects and pieces that the rebuild finds damaged, and so forgets, as their posts are named. */
  readonly damaged: string[] = [];

  #rebuild(): void {
    this.clock.after(700, () => this.upload.setStatus("VALIDATING_UPLOAD"));
    this.clock.after(7_000, () => this.#judge());
  }

  #judge(): void {
    const damaged = this.damaged.splice(0);
    for (const post of damaged) this.landing.forget(post);
    if (damaged.length > 0) {
      this.upload.reason = `${damaged.length} pieces arrived damaged.`;
      this.upload.setStatus(UPLOAD_STATES.nextStatus(this.upload.status, "damageFound")!);
    } else
      this.upload.setStatus(
        this.upload.reason === null ? "DATA_READY" : "VALIDATING_UPLOAD_FAILED",
      );
  }
}

interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}
