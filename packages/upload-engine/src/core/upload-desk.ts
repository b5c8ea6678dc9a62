import { routes } from "@swath/contract/routes";
import { STATUS, type UploadEvent, type UploadStatus } from "@swath/contract/uploads";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { askUntilAnswered } from "./asking.ts";
import { awaitValidation } from "./await-validation.ts";
import { backOff } from "./back-off.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { checkOriginalFolder, planUpload } from "./plan-upload.ts";
import { type Leg, Road } from "./road.ts";
import { sendAndCheck } from "./send-and-check.ts";
import { StatusMoves } from "./status-moves.ts";
import { advance, leavingEvent } from "./upload-machine.ts";
import { UploadSession } from "./upload-session.ts";
import type { Selection, UploadJob, Uploader } from "./uploader.ts";
import { waitForSlot } from "./wait-for-slot.ts";

/**
 * Takes a person's orders and runs one journey at a time.
 *
 * D1 a start or a resumption while a journey is under way is ignored;
 * D2 a pause, and leaving the queue, stop the journey and change the status at once, and the server
 *    is told after; where it refuses because it had moved on, it is brought to rest from there;
 * D3 a cancel stops the journey at once; the status changes when the server agreed, and the files
 *    are dropped;
 * D4 an order that the status does not allow is logged and changes nothing;
 * D5 leaving the page stops the journey and tells the server at once, as it does with an order that
 *    was not answered yet;
 * D6 a lost lease stops the journey (rules R3 and R4 of the road).
 */
export class UploadDesk {
  readonly #ports: UploaderPorts;
  readonly #session: UploadSession;
  readonly #moves: StatusMoves;
  /** Aborts when the page is left for good. */
  readonly #life = new AbortController();
  #journey: AbortController | undefined;
  /** What a person ordered and the server did not answer yet. */
  #ordered: UploadStatus | undefined;
  readonly #endListening: () => void;

  constructor(ports: UploaderPorts, job: UploadJob) {
    this.#ports = ports;
    this.#session = new UploadSession(job, ports.clock);
    this.#moves = new StatusMoves(ports, job);
    this.#endListening = ports.page.onLeave(() => this.#leave());
  }

  uploader(): Uploader {
    const session = this.#session;
    return {
      getSnapshot: () => session.getSnapshot(),
      subscribe: (listener) => session.subscribe(listener),
      start: (selection) => this.#travel((road) => planUpload(road, selection)),
      resume: (selection) => this.#resume(selection),
      pause: () => this.#rest("pause"),
      quitQueue: () => this.#rest("quitQueue"),
      cancel: () => this.#cancel(),
      adopt: (status) => this.#adopt(status),
      dispose: () => this.#dispose(),
    };
  }

  #resume(selection: Selection | undefined): Promise<void> {
    if (selection !== undefined)
      return this.#travel((road) => checkOriginalFolder(road, selection));
    if (this.#session.list !== undefined) return this.#travel(resumeLeg);
    this.#ports.log("a resumption without files was ignored", { status: this.#session.status });
    return Promise.resolve();
  }

  /** D1 */
  async #travel(first: (road: Road) => Promise<Leg>): Promise<void> {
    if (this.#journey !== undefined || this.#life.signal.aborted) {
      this.#ports.log("an order was ignored: a journey is under way", {});
      return;
    }
    const journey = new AbortController();
    this.#journey = journey;
    this.#session.run(true);
    const road = new Road(this.#ports, this.#session, this.#moves, journey.signal);
    try {
      await this.#legs(road, first);
    } finally {
      if (this.#journey === journey) this.#end();
    }
  }

  async #legs(road: Road, first: (road: Road) => Promise<Leg>): Promise<void> {
    let leg = await this.#ahead(road, first);
    for (let attempt = 1; leg === "retake"; attempt++) {
      await road.wait(backOff(attempt, this.#ports.clock.random()));
      if (road.signal.aborted) return;
      leg = await this.#ahead(road, resumeLeg);
    }
    if (leg === "validating") await awaitValidation(road);
  }

  /** The legs that need the lease; the heartbeat lasts as long as they do. */
  async #ahead(road: Road, first: (road: Road) => Promise<Leg>): Promise<Leg> {
    const leased = new AbortController();
    const stop = (): void => leased.abort();
    road.signal.addEventListener("abort", stop, { once: true });
    const inner = new Road(this.#ports, this.#session, this.#moves, leased.signal);
    let lost: Promise<Leg> | undefined;
    const endHeartbeat = startHeartbeat(this.#ports, this.#session.job, {
      due: () => STATUS[this.#session.status].active && !this.#moves.busy,
      onLost: (refusal) => {
        leased.abort();
        lost ??= road.adopt(refusal);
      },
    });
    try {
      let leg = await first(inner);
      if (leg === "next") leg = await waitForSlot(inner);
      const { list } = this.#session;
      if (leg === "next" && list !== undefined) leg = await sendAndCheck(inner, list);
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- set by the heartbeat meanwhile
      if (lost !== undefined) return await lost;
      return leg === "next" ? "validating" : leg;
    } finally {
      endHeartbeat();
      road.signal.removeEventListener("abort", stop);
    }
  }

  #end(): void {
    this.#journey = undefined;
    this.#session.run(false);
  }

  /** Stops the journey; whatever it was doing goes back into the list. */
  #halt(): void {
    this.#journey?.abort();
    this.#session.list?.queue.requeue();
    this.#session.measure(false);
    if (this.#journey !== undefined) this.#end();
  }

  /** D2 */
  async #rest(event: UploadEvent): Promise<void> {
    const { status, moved } = advance(this.#session.status, event);
    if (!moved) {
      this.#ignore(event);
      return;
    }
    this.#halt();
    this.#session.arrive(status);
    const answer = await this.#order(status);
    if (answer.kind === "refused") await this.#bringToRest();
  }

  async #order(status: UploadStatus): ReturnType<StatusMoves["send"]> {
    this.#ordered = status;
    const answer = await this.#moves.send(status, this.#life.signal);
    this.#ordered = undefined;
    return answer;
  }

  async #bringToRest(): Promise<void> {
    const state = await this.#read();
    if (state === undefined || this.#journey !== undefined) return;
    const event = state.isOwn ? leavingEvent(state.status) : undefined;
    const rest = event === undefined ? undefined : advance(state.status, event).status;
    this.#session.arrive(rest ?? state.status);
    if (rest !== undefined) await this.#moves.send(rest, this.#life.signal);
  }

  /** D3 */
  async #cancel(): Promise<void> {
    const event = this.#session.job.isUpdate ? "cancelUpdate" : "cancelUpload";
    const { status, moved } = advance(this.#session.status, event);
    if (!moved) {
      this.#ignore(event);
      return;
    }
    this.#halt();
    this.#session.run(true);
    const answer = await this.#order(status);
    if (answer.kind === "answered") {
      this.#session.dropFiles();
      this.#session.arrive(status);
    } else if (answer.kind === "refused") {
      const state = await this.#read();
      this.#session.fail({ code: answer.code, message: answer.message });
      if (state !== undefined) this.#session.arrive(state.status);
    }
    this.#session.run(false);
  }

  #ignore(event: UploadEvent): void {
    const { status } = this.#session;
    this.#ports.log("an invalid transition was ignored", { event, status });
  }

  async #read(): Promise<{ status: UploadStatus; isOwn: boolean } | undefined> {
    const { flightId, uploadId } = this.#session.job;
    const answer = await askUntilAnswered(this.#ports, routes.readUpload, {
      params: { flightId, uploadId },
      signal: this.#life.signal,
    });
    return answer.kind === "answered" ? answer.value : undefined;
  }

  #adopt(status: UploadStatus): void {
    if (this.#session.running || this.#moves.busy || status === this.#session.status) return;
    this.#session.arrive(status);
  }

  /** D5 */
  #leave(): void {
    if (this.#ordered !== undefined) this.#moves.sendLast(this.#ordered);
    if (this.#journey === undefined) return;
    const event = leavingEvent(this.#session.status);
    this.#halt();
    if (event === undefined) return;
    const { status } = advance(this.#session.status, event);
    this.#moves.sendLast(status);
    this.#session.arrive(status);
  }

  #dispose(): void {
    if (this.#life.signal.aborted) return;
    this.#leave();
    this.#endListening();
    this.#life.abort();
    this.#ports.close();
  }
}

function resumeLeg(road: Road): Promise<Leg> {
  road.session.fail(undefined);
  return road.move("resume");
}
