import { AppError, type ErrorCode } from "@swath/contract/errors";
import type { ReplyOf, Route } from "@swath/contract/route";
import { routes } from "@swath/contract/routes";
import type { Compression } from "@swath/contract/settings";
import {
  LEASE_MS,
  type Manifest,
  manifestName,
  type ManifestObject,
  manifestObjectSchema,
  manifestSchema,
  type QueuePlace,
  UPLOAD_STATUS,
  UPLOAD_STATES,
  type UploadAuthBody,
  uploadAuthBodySchema,
  type UploadStatus,
} from "@swath/contract/uploads";
import type { ApiCalls, ApiRequest } from "../ports/api.ts";
import { fakeChecksum } from "./fake-bytes.ts";
import { validateClaim } from "./fake-claim.ts";
import { FakeLanding, postName } from "./fake-landing.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** Statuses in which an upload has a place in the queue. */
const QUEUED: ReadonlySet<UploadStatus> = new Set([
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_QUEUED",
  "UPLOADING",
  "UPLOAD_INTEGRITY_CHECK",
]);
/** Statuses in which the manifest itself may be posted. */
const MANIFEST_STATUSES: readonly UploadStatus[] = [
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "UPLOADING",
];

interface FakeMover {
  readonly fingerprint: string;
  readonly holder: string;
  readonly takeOver: boolean;
}

/**
 * A server of one upload in memory: it enforces the contract's transitions, the lease, the manifest,
 * the claims, and rebuilds what was completed.
 */
export class FakeServer {
  readonly clock: VirtualClock;
  status: UploadStatus = "READY_FOR_UPLOAD";
  online = true;
  /** How long each call takes. */
  callMs = 5;
  /** How long its own work takes beyond that. */
  workMs: (path: string) => number = () => 0;
  /** The browser that holds the lease, and until when. */
  lease: { fingerprint: string; until: number } | undefined;
  manifest: Manifest | undefined;
  manifestText: string | undefined;
  readonly landing = new FakeLanding();
  readonly statuses: UploadStatus[] = [];
  readonly calls: string[] = [];
  /** Uploads ahead in the queue. */
  ahead = 0;
  queuePlace = (): QueuePlace => ({
    concurrentQueueDepth: this.ahead + 1,
    queueIndex: this.ahead,
  });
  freeSlots = 1;
  concurrentUploads = 4;
  minPieceBytes = 1_048_576;
  /** Undefined for the same. */
  minCopiedBytes: number | undefined;
  storeAddresses: readonly string[] = [];
  compression: Compression = "adaptive";
  isOwn = true;
  /** Whether it gives the form for the manifest's own object along with its answer to the manifest. */
  givesManifestForm = true;
  /** The page that sends. */
  holder: string | undefined;
  reason: string | null = null;
  /** Called before each call; may throw the answer to it. */
  before: (path: string, method: string) => void = () => {};
  /** Called after each call took effect; may throw, as where the response is lost. */
  after: (path: string, method: string) => void = () => {};

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  readonly api: ApiCalls = { call: (route, request) => this.#call(route, request) };

  async #call<R extends Route>(route: R, request: ApiRequest<R>): Promise<ReplyOf<R>> {
    await this.clock.sleep(this.callMs + this.workMs(route.path));
    request.signal?.throwIfAborted();
    if (!this.online) throw new TypeError("Failed to fetch");
    this.calls.push(`${route.method} ${route.path}`);
    this.before(route.path, route.method);
    this.expireLease();
    const reply = this.#answer(route, request as unknown as Input);
    this.after(route.path, route.method);
    return reply as ReplyOf<R>;
  }

  #answer(route: Route, { params, query, body }: Input): unknown {
    switch (route) {
      case routes.readSettings:
        return {
          requireReason: false,
          LMSCurrentVersion: "1",
          wireChecksum: "crc32c",
          concurrentUploads: this.concurrentUploads,
          compression: this.compression,
          minPieceBytes: this.minPieceBytes,
          minCopiedBytes: this.minCopiedBytes ?? this.minPieceBytes,
          storeAddresses: this.storeAddresses,
        };
      case routes.moveUpload:
        return this.#moveVia(
          query["via"] as UploadStatus | undefined,
          query["status"] as UploadStatus,
          {
            fingerprint: query["fingerprint"] as string,
            holder: query["holder"] as string,
            takeOver: query["takeOver"] === "true",
          },
        );
      case routes.readUpload:
        return this.#state();
      case routes.heartbeat:
        return this.#heartbeat(body["browserFingerprint"] as string, body["holder"] as string);
      case routes.queuePlace:
        if (!QUEUED.has(this.status)) throw new AppError("UPLOAD_NOT_ACTIVE", "not in the queue");
        return this.queuePlace();
      case routes.checkProgress:
        this.#requireHolder(query?.["holder"] as string);
        return {
          ...this.#saveManifest(manifestSchema.parse(body["metadata"])),
          ...this.#manifestForm(manifestObjectSchema.parse(query ?? {})),
        };
      case routes.readProgress:
        return this.progress();
      case routes.authoriseUpload:
        this.#requireHolder(body["holder"] as string);
        return this.#authorise(uploadAuthBodySchema.parse(body));
      default:
        throw new AppError("ROUTE_NOT_FOUND", `${route.path} ${JSON.stringify(params)}`);
    }
  }

  #state(): unknown {
    return {
      status: this.status,
      isUpdate: false,
      updated: new Date(this.clock.now()).toISOString(),
      user: "Casey Crew",
      isOwn: this.isOwn,
      reason: this.reason,
      ready: null,
    };
  }

  #moveVia(via: UploadStatus | undefined, to: UploadStatus, mover: FakeMover): unknown {
    if (via === undefined) return this.#move(to, mover);
    if (to !== this.status) this.#move(via, mover);
    try {
      return this.#move(to, mover);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, error.message, { ...error.details, reached: via });
    }
  }

  #move(to: UploadStatus, { fingerprint, holder, takeOver }: FakeMover): unknown {
    const isTakeOver = takeOver && to === "UPLOAD_STALLED" && holder !== this.holder;
    if (!isTakeOver) this.#requireFingerprint(fingerprint);
    if (!isTakeOver && !(takeOver && !UPLOAD_STATUS[this.status].active))
      this.#requireHolder(holder);
    const begins = UPLOAD_STATUS[to].active && !UPLOAD_STATUS[this.status].active;
    if (to === this.status) return this.#state();
    if (!UPLOAD_STATES.canMove(this.status, to, new Set(["client"])))
      throw new AppError("INVALID_TRANSITION", `${this.status} may not become ${to}`);
    if (to === "CHECKING_CONCURRENT_UPLOAD" && this.manifest === undefined)
      throw new AppError("MANIFEST_MISSING", "no manifest");
    const mustWait = this.ahead > 0 || this.freeSlots === 0;
    if (to === "UPLOADING" && !UPLOAD_STATUS[this.status].slot && mustWait)
      throw new AppError("INVALID_TRANSITION", "no slot is free", {
        queueIndex: Math.max(1, this.ahead),
      });
    if (to === "UPLOAD_COMPLETE") {
      const remaining = this.progress().remaining_task_key_list.length;
      if (remaining > 0) throw new AppError("UPLOAD_INCOMPLETE", "incomplete", { remaining });
    }
    if (begins || isTakeOver) this.holder = holder;
    if (this.status === "UPLOAD_STALLED") this.reason = null;
    this.setStatus(to);
    if (UPLOAD_STATUS[to].active) this.#renew(fingerprint);
    if (to === "UPLOAD_COMPLETE") this.#rebuild();
    return this.#state();
  }

  setStatus(to: UploadStatus): void {
    this.status = to;
    this.statuses.push(to);
    if (!UPLOAD_STATUS[to].active) this.lease = undefined;
  }

  #renew(fingerprint: string): void {
    this.lease = { fingerprint, until: this.clock.now() + LEASE_MS };
  }

  /** A lease without a heartbeat for 60 s expires. */
  expireLease(): void {
    if (this.lease === undefined || this.lease.until >= this.clock.now()) return;
    this.setStatus(UPLOAD_STATES.nextStatus(this.status, "leaseLost")!);
  }

  #require(...statuses: readonly UploadStatus[]): void {
    if (!statuses.includes(this.status)) throw new AppError("UPLOAD_NOT_ACTIVE", this.status);
  }

  #requireHolder(holder: string): void {
    const isHeld = UPLOAD_STATUS[this.status].active || this.status === "UPLOAD_STALLED";
    if (isHeld && this.holder !== undefined && this.holder !== holder)
      throw new AppError("UPLOAD_HELD_ELSEWHERE", "held by another page");
  }

  #requireFingerprint(fingerprint: string): void {
    if (this.lease !== undefined && this.lease.fingerprint !== fingerprint)
      throw new AppError("UPLOAD_NOT_ACTIVE", "active in another browser");
  }

  #heartbeat(fingerprint: string, holder: string): unknown {
    this.#requireHolder(holder);
    if (!UPLOAD_STATUS[this.status].active) throw new AppError("UPLOAD_NOT_ACTIVE", this.status);
    this.#requireFingerprint(fingerprint);
    this.#renew(fingerprint);
    return this.#state();
  }

  #manifestForm({ manifestBytes: size, manifestChecksum: checksum }: ManifestObject): object {
    if (size === undefined || checksum === undefined || !this.givesManifestForm) return {};
    const name = manifestName(this.manifest!.flightId);
    const { uploadId, uploadType } = this.manifest!;
    this.claims.set(name, { uploadId, uploadType, filePath: name, size, checksum, segments: [] });
    return { manifest_form: { url: "/store", fields: { name } } };
  }

  #saveManifest(manifest: Manifest): ReturnType<FakeLanding["progress"]> {
    this.#require("GENERATING_METADATA_N_UPLOAD_TASK", "GENERATING_METADATA_N_CHECK_PROGRESS");
    const same = JSON.stringify(manifest) === JSON.stringify(this.manifest);
    if (!same && this.status === "GENERATING_METADATA_N_CHECK_PROGRESS")
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
      this.#require(...MANIFEST_STATUSES);
      if (claim.piece !== undefined) throw new AppError("INVALID_REQUEST", name);
      this.claims.set(name, claim);
    } else {
      this.#require("UPLOADING");
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
    this.clock.after(700, () => this.setStatus("VALIDATING_UPLOAD"));
    this.clock.after(7_000, () => this.#judge());
  }

  #judge(): void {
    const damaged = this.damaged.splice(0);
    for (const post of damaged) this.landing.forget(post);
    if (damaged.length > 0) {
      this.reason = `${damaged.length} pieces arrived damaged.`;
      this.setStatus(UPLOAD_STATES.nextStatus(this.status, "damageFound")!);
    } else this.setStatus(this.reason === null ? "DATA_READY" : "VALIDATING_UPLOAD_FAILED");
  }
}

interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}
