import type { Endpoint, ReplyOf } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { Settings } from "@swath/contract/settings";
import {
  UPLOAD_STATES,
  type UploadEvent,
  type UploadState,
  type UploadStatus,
  viaStatus,
} from "@swath/contract/uploads";
import type { ApiRequest, UploaderPorts } from "../../ports/uploader-ports.ts";
import {
  pause,
  type FinalResult,
  type Refusal,
  request,
  requestWithRetry,
} from "../send/request.ts";
import type { UploadJob, UploadModel } from "../state/upload-model.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { Hold } from "../send/send-objects.ts";
import type { ClientSpans } from "./client-spans.ts";
import type { MoveOptions, StatusMoves } from "./status-moves.ts";

/**
 * How a step of a run ended: the next one follows; the run is over; the server validates already; or
 * the lease was lost while there was no connection and may be acquired again.
 */
export type StepResult = "next" | "ended" | "validating" | "reacquire";

/** One alone may have met a busy moment, of the page or of the server. */
const MEASURED_CALLS = 3;

/** What all runs of an upload share. */
export interface UploadContext {
  readonly ports: UploaderPorts;
  readonly model: UploadModel;
  readonly moves: StatusMoves;
  readonly spans: ClientSpans;
}

/** Whether a refusal means that another browser or page sends the upload now. */
export const isElsewhere = ({ code }: Refusal): boolean =>
  code === "UPLOAD_NOT_ACTIVE" || code === "UPLOAD_HELD_ELSEWHERE";

export function faultOf({ code, message }: Refusal): UploadFault {
  return { code, message };
}

/**
 * One run of an upload, from a start or a resumption to its end, a pause or a failure.
 *
 * run/R1 a status changes once the server agreed to it;
 * run/R2 a change whose response was lost is repeated: the server answers a repeated one as made;
 * run/R3 after a refusal the page adopts the server's status and stops;
 * run/R4 an upload that the server stalled while this page was offline is resumed without being asked,
 *    unless another page took it over meanwhile;
 * run/R5 once aborted, a run changes nothing any more.
 */
export class UploadRun {
  readonly context: UploadContext;
  readonly signal: AbortSignal;
  readonly hold: Hold;
  #settings: Promise<FinalResult<Settings>> | undefined;
  #shortestCallMs: number | undefined;
  readonly #reached = new Map<string, Promise<boolean>>();

  constructor(context: UploadContext, signal: AbortSignal, hold = new Hold()) {
    this.context = context;
    this.signal = signal;
    this.hold = hold;
  }

  get ports(): UploaderPorts {
    return this.context.ports;
  }

  get model(): UploadModel {
    return this.context.model;
  }

  get job(): UploadJob {
    return this.model.job;
  }

  get params(): { flightId: string; uploadId: string } {
    const { flightId, uploadId } = this.job;
    return { flightId, uploadId };
  }

  /** The shortest that a call took so far, in milliseconds; undefined before the first was answered. */
  get shortestCallMs(): number | undefined {
    return this.#shortestCallMs;
  }

  async request<R extends Endpoint>(
    endpoint: R,
    input: ApiRequest<R>,
  ): Promise<FinalResult<ReplyOf<R>>> {
    const { clock } = this.ports;
    const asked = clock.now();
    const result = await requestWithRetry(this.ports, endpoint, { ...input, signal: this.signal });
    if (result.kind === "answered") this.#tookCall(clock.now() - asked);
    return result;
  }

  #tookCall(milliseconds: number): void {
    this.#shortestCallMs = Math.min(this.#shortestCallMs ?? Infinity, milliseconds);
  }

  /** The server's settings, as first answered. */
  settings(): Promise<FinalResult<Settings>> {
    return (this.#settings ??= this.#readSettings());
  }

  /** Tries the store's addresses while the folder is planned: the first posts wait for less. */
  async #readSettings(): Promise<FinalResult<Settings>> {
    const settings = await this.request(endpoints.readSettings, {});
    if (settings.kind === "answered") {
      const { storeOrigin, storeAddresses, traces = false } = settings.value;
      this.context.spans.isWanted = traces;
      if (storeOrigin !== undefined) void this.reach(storeOrigin);
      for (const address of storeAddresses) void this.reach(address);
      void this.#measureCalls();
    }
    return settings;
  }

  /** link/N1 The first call waits for its connection, others for the server's work; these wait for neither. */
  async #measureCalls(): Promise<void> {
    const { api, clock } = this.ports;
    for (let call = 0; call < MEASURED_CALLS; call++) {
      const asked = clock.now();
      const { kind } = await request(api, endpoints.readSettings, { signal: this.signal });
      if (kind !== "answered") return;
      this.#tookCall(clock.now() - asked);
    }
  }

  /** Whether an address of the store answers; tried once. */
  reach(address: string): Promise<boolean> {
    const tried = this.#reached.get(address) ?? this.ports.poster.reach(address);
    this.#reached.set(address, tried);
    return tried;
  }

  wait(milliseconds: number): Promise<void> {
    return pause(this.ports.clock, milliseconds, this.signal);
  }

  /** run/R1 and R3 Moves the upload; a refusal has the page adopt the server's status. */
  async move(event: UploadEvent, options?: MoveOptions): Promise<StepResult> {
    const result = await this.tryMove(event, options);
    return typeof result === "string" ? result : this.adopt(result);
  }

  /** run/R1 and run/R2; a refusal is left to the caller. */
  async tryMove(event: UploadEvent, options?: MoveOptions): Promise<StepResult | Refusal> {
    const status = this.#after(this.model.status, event);
    return status === undefined ? "ended" : this.#send(status, options);
  }

  /** Two events in one call; where only the second is refused, the status is the one between them. */
  async tryMoves(
    [first, second]: readonly [UploadEvent, UploadEvent],
    options?: MoveOptions,
  ): Promise<StepResult | Refusal> {
    const via = this.#after(this.model.status, first);
    if (via === undefined) return "ended";
    const status = this.#after(via, second);
    if (status === undefined) return "ended";
    const result = await this.#send(status, { ...options, via: viaStatus(via) });
    if (typeof result !== "string" && result.details["reached"] === via) this.model.setStatus(via);
    return result;
  }

  /** The status after an event; logs where there is none. */
  #after(status: UploadStatus, event: UploadEvent): UploadStatus | undefined {
    const next = UPLOAD_STATES.nextStatus(status, event);
    if (next === undefined) this.ports.log("an invalid transition was ignored", { event, status });
    return next;
  }

  async #send(status: UploadStatus, options?: MoveOptions): Promise<"next" | "ended" | Refusal> {
    const result = await this.context.moves.send(status, this.signal, options);
    if (this.signal.aborted || result.kind === "aborted") return "ended";
    if (result.kind === "refused") return result;
    this.model.setStatus(status);
    return "next";
  }

  /** Ends in a failed status with its reason. */
  async fail(event: UploadEvent, fault: UploadFault): Promise<StepResult> {
    if (this.signal.aborted) return "ended";
    this.model.set({ error: fault });
    const result = await this.move(event, { failure: fault.detail ?? fault.message });
    return result === "next" ? "ended" : result;
  }

  /** run/R3 and R4 Adopts the server's status after a refusal. */
  async adopt(refusal: Refusal): Promise<StepResult> {
    const result = await this.request(endpoints.readUpload, { params: this.params });
    if (this.signal.aborted || result.kind === "aborted") return "ended";
    this.ports.log("the server refused", { ...faultOf(refusal), status: this.model.status });
    if (result.kind === "refused") {
      this.model.set({ error: faultOf(refusal) });
      return "ended";
    }
    return this.#adoptState(result.value, refusal);
  }

  #adoptState({ status, isOwn }: UploadState, refusal: Refusal): StepResult {
    const { model } = this;
    model.list?.queue.requeue();
    model.setStatus(status);
    if (isOwn && (status === "UPLOAD_COMPLETE" || status === "VALIDATING_UPLOAD"))
      return "validating";
    const isResumable = isOwn && status === "UPLOAD_STALLED" && model.list !== undefined;
    if (isResumable && refusal.code !== "UPLOAD_HELD_ELSEWHERE") return "reacquire";
    model.set({ error: faultOf(refusal) });
    return "ended";
  }
}
