import type { ReplyOf, Route } from "@swath/contract/route";
import { routes } from "@swath/contract/routes";
import type { Settings } from "@swath/contract/settings";
import type { UploadEvent, UploadState, UploadStatus } from "@swath/contract/uploads";
import type { ApiRequest } from "../ports/api.ts";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { askUntilAnswered, type LastingAnswer, type Refusal } from "./asking.ts";
import { pause } from "./back-off.ts";
import type { StatusMoves } from "./status-moves.ts";
import { advance } from "./upload-machine.ts";
import type { UploadFault } from "./upload-snapshot.ts";
import type { UploadSession } from "./upload-session.ts";
import type { UploadJob } from "./uploader.ts";

/**
 * How a leg of the road ended: on to the next; over; the server validates already; or the lease was
 * lost to a silence and may be taken again.
 */
export type Leg = "next" | "ended" | "validating" | "retake";

export function faultOf({ code, message }: Refusal): UploadFault {
  return { code, message };
}

/**
 * One journey of an upload, from a start or a resumption to its end, a pause or a failure.
 *
 * R1 a status changes once the server agreed to it;
 * R2 a change whose answer was lost and that is refused when repeated counts as made where the
 *    server stands at its target;
 * R3 every other refusal makes the page take the server's status over and stop;
 * R4 an upload that the server stalled while this page was unheard is resumed by itself;
 * R5 once aborted, a journey changes nothing any more.
 */
export class Road {
  readonly ports: UploaderPorts;
  readonly session: UploadSession;
  readonly signal: AbortSignal;
  readonly #moves: StatusMoves;
  #settings: Promise<LastingAnswer<Settings>> | undefined;

  constructor(
    ports: UploaderPorts,
    session: UploadSession,
    moves: StatusMoves,
    signal: AbortSignal,
  ) {
    this.ports = ports;
    this.session = session;
    this.#moves = moves;
    this.signal = signal;
  }

  get job(): UploadJob {
    return this.session.job;
  }

  get params(): { flightId: string; uploadId: string } {
    const { flightId, uploadId } = this.job;
    return { flightId, uploadId };
  }

  ask<R extends Route>(route: R, request: ApiRequest<R>): Promise<LastingAnswer<ReplyOf<R>>> {
    return askUntilAnswered(this.ports, route, { ...request, signal: this.signal });
  }

  /** The server's settings, asked for once. */
  settings(): Promise<LastingAnswer<Settings>> {
    return (this.#settings ??= this.ask(routes.readSettings, {}));
  }

  wait(milliseconds: number): Promise<void> {
    return pause(this.ports.clock, milliseconds, this.signal);
  }

  /** R1 and R3 */
  async move(event: UploadEvent): Promise<Leg> {
    const result = await this.tryMove(event);
    return typeof result === "string" ? result : this.adopt(result);
  }

  /** R1 and R2; a refusal is the caller's. */
  async tryMove(event: UploadEvent): Promise<Leg | Refusal> {
    const { status, moved } = advance(this.session.status, event);
    if (!moved) {
      this.ports.log("an invalid transition was ignored", { event, status });
      return "ended";
    }
    const answer = await this.#moves.send(status, this.signal);
    if (this.signal.aborted || answer.kind === "aborted") return "ended";
    if (answer.kind === "refused" && !(await this.#standsAt(status, answer)))
      return this.signal.aborted ? "ended" : answer;
    this.session.arrive(status);
    return "next";
  }

  /** R2 */
  async #standsAt(status: UploadStatus, refusal: Refusal): Promise<boolean> {
    if (refusal.code !== "INVALID_TRANSITION") return false;
    const answer = await this.ask(routes.readUpload, { params: this.params });
    return answer.kind === "answered" && answer.value.isOwn && answer.value.status === status;
  }

  /** Ends in a failed status with its reason. */
  async fail(event: UploadEvent, fault: UploadFault): Promise<Leg> {
    if (this.signal.aborted) return "ended";
    this.session.fail(fault);
    const leg = await this.move(event);
    return leg === "next" ? "ended" : leg;
  }

  /** R3 and R4 */
  async adopt(refusal: Refusal): Promise<Leg> {
    const answer = await this.ask(routes.readUpload, { params: this.params });
    if (this.signal.aborted || answer.kind === "aborted") return "ended";
    this.ports.log("the server refused", { ...faultOf(refusal), status: this.session.status });
    if (answer.kind === "refused") {
      this.session.fail(faultOf(refusal));
      return "ended";
    }
    return this.#take(answer.value, refusal);
  }

  #take({ status, isOwn }: UploadState, refusal: Refusal): Leg {
    this.session.list?.queue.requeue();
    this.session.arrive(status);
    if (isOwn && (status === "UPLOAD_COMPLETE" || status === "VALIDATING_UPLOAD"))
      return "validating";
    if (isOwn && status === "UPLOAD_STALLED" && this.session.list !== undefined) return "retake";
    this.session.fail(faultOf(refusal));
    return "ended";
  }
}
