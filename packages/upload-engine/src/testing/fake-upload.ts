import { AppError } from "@swath/contract/errors";
import {
  LEASE_MS,
  type QueuePlace,
  UPLOAD_STATES,
  UPLOAD_STATUS,
  type UploadState,
  type UploadStatus,
} from "@swath/contract/uploads";
import type { VirtualClock } from "./virtual-clock.ts";

/** Statuses in which an upload has a place in the queue. */
const QUEUED: ReadonlySet<UploadStatus> = new Set([
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_QUEUED",
  "UPLOADING",
  "UPLOAD_INTEGRITY_CHECK",
]);

export interface FakeMover {
  readonly fingerprint: string;
  readonly holder: string;
  readonly takeOver: boolean;
}

/** What a move depends on, beside the upload's own state. */
interface MoveFacts {
  readonly hasManifest: () => boolean;
  /** How many objects are missing. */
  readonly missing: () => number;
}

/** The record of a fake server's upload: it enforces the contract's transitions, the lease and the holder. */
export class FakeUpload {
  readonly #clock: VirtualClock;
  readonly #facts: MoveFacts;
  status: UploadStatus = "READY_FOR_UPLOAD";
  readonly statuses: UploadStatus[] = [];
  /** The browser that holds the lease, and until when. */
  lease: { fingerprint: string; until: number } | undefined;
  /** The page that sends. */
  holder: string | undefined;
  isOwn = true;
  reason: string | null = null;
  /** Uploads ahead in the queue. */
  ahead = 0;
  freeSlots = 1;
  queuePlace = (): QueuePlace => ({
    concurrentQueueDepth: this.ahead + 1,
    queueIndex: this.ahead,
  });

  constructor(clock: VirtualClock, facts: MoveFacts) {
    this.#clock = clock;
    this.#facts = facts;
  }

  state(): UploadState {
    return {
      status: this.status,
      isUpdate: false,
      updated: new Date(this.#clock.now()).toISOString(),
      user: "Casey Crew",
      isOwn: this.isOwn,
      reason: this.reason,
      ready: null,
    };
  }

  place(): QueuePlace {
    if (!QUEUED.has(this.status)) throw new AppError("UPLOAD_NOT_ACTIVE", "not in the queue");
    return this.queuePlace();
  }

  moveVia(via: UploadStatus | undefined, to: UploadStatus, mover: FakeMover): UploadState {
    if (via === undefined) return this.#move(to, mover);
    if (to !== this.status) this.#move(via, mover);
    try {
      return this.#move(to, mover);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, error.message, { ...error.details, reached: via });
    }
  }

  #move(to: UploadStatus, { fingerprint, holder, takeOver }: FakeMover): UploadState {
    const isTakeOver = takeOver && to === "UPLOAD_STALLED" && holder !== this.holder;
    if (!isTakeOver) this.#requireFingerprint(fingerprint);
    if (!isTakeOver && !(takeOver && !UPLOAD_STATUS[this.status].active))
      this.requireLeaseOwner(holder);
    const begins = UPLOAD_STATUS[to].active && !UPLOAD_STATUS[this.status].active;
    if (to === this.status) return this.state();
    if (!UPLOAD_STATES.canMove(this.status, to, new Set(["client"])))
      throw new AppError("INVALID_TRANSITION", `${this.status} may not become ${to}`);
    if (to === "CHECKING_CONCURRENT_UPLOAD" && !this.#facts.hasManifest())
      throw new AppError("MANIFEST_MISSING", "no manifest");
    const mustWait = this.ahead > 0 || this.freeSlots === 0;
    if (to === "UPLOADING" && !UPLOAD_STATUS[this.status].slot && mustWait)
      throw new AppError("INVALID_TRANSITION", "no slot is free", {
        queueIndex: Math.max(1, this.ahead),
      });
    if (to === "UPLOAD_COMPLETE") {
      const remaining = this.#facts.missing();
      if (remaining > 0) throw new AppError("UPLOAD_INCOMPLETE", "incomplete", { remaining });
    }
    if (begins || isTakeOver) this.holder = holder;
    if (this.status === "UPLOAD_STALLED") this.reason = null;
    this.setStatus(to);
    if (UPLOAD_STATUS[to].active) this.#renew(fingerprint);
    return this.state();
  }

  setStatus(to: UploadStatus): void {
    this.status = to;
    this.statuses.push(to);
    if (!UPLOAD_STATUS[to].active) this.lease = undefined;
  }

  #renew(fingerprint: string): void {
    this.lease = { fingerprint, until: this.#clock.now() + LEASE_MS };
  }

  /** A lease without a heartbeat for 60 s expires. */
  expireLease(): void {
    if (this.lease === undefined || this.lease.until >= this.#clock.now()) return;
    this.setStatus(UPLOAD_STATES.nextStatus(this.status, "leaseLost")!);
  }

  require(...statuses: readonly UploadStatus[]): void {
    if (!statuses.includes(this.status)) throw new AppError("UPLOAD_NOT_ACTIVE", this.status);
  }

  requireLeaseOwner(holder: string): void {
    const isHeld = UPLOAD_STATUS[this.status].active || this.status === "UPLOAD_STALLED";
    if (isHeld && this.holder !== undefined && this.holder !== holder)
      throw new AppError("UPLOAD_HELD_ELSEWHERE", "held by another page");
  }

  #requireFingerprint(fingerprint: string): void {
    if (this.lease !== undefined && this.lease.fingerprint !== fingerprint)
      throw new AppError("UPLOAD_NOT_ACTIVE", "active in another browser");
  }

  heartbeat(fingerprint: string, holder: string): UploadState {
    this.requireLeaseOwner(holder);
    if (!UPLOAD_STATUS[this.status].active) throw new AppError("UPLOAD_NOT_ACTIVE", this.status);
    this.#requireFingerprint(fingerprint);
    this.#renew(fingerprint);
    return this.state();
  }
}
