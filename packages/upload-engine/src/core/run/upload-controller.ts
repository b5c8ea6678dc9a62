import { routes } from "@swath/contract/routes";
import type { UploadEvent, UploadState, UploadStatus } from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { requestWithRetry } from "../send/request.ts";
import type { Selection, UploadJob } from "../state/upload-job.ts";
import { advance, leavingEvent } from "../state/upload-machine.ts";
import { UploadModel } from "../state/upload-model.ts";
import { planUpload, verifyOriginalFolder } from "./plan-upload.ts";
import { resume, runSteps, type Step } from "./run-steps.ts";
import { StatusMoves } from "./status-moves.ts";
import { UploadRun } from "./upload-run.ts";

/**
 * Takes a person's commands, with one run at a time.
 *
 * run/D1 a start or a resumption while a run is in progress is ignored;
 * run/D2 a pause, and leaving the queue, abort the run and change the status at once, before the
 *    server is notified; where it refuses because it had moved on, its status is moved to rest too;
 * run/D3 a cancel aborts the run at once; the status changes when the server agreed, and the files
 *    are dropped;
 * run/D4 a command that the status does not allow is logged and changes nothing;
 * run/D5 leaving the page aborts the run and notifies the server at once, also of a command that was
 *    not answered yet;
 * run/D6 a lost lease ends the run (run/R3 and run/R4).
 */
export class UploadController {
  readonly model: UploadModel;
  readonly #ports: UploaderPorts;
  readonly #moves: StatusMoves;
  /** Aborts when the page is left for good. */
  readonly #lifetime = new AbortController();
  #run: AbortController | undefined;
  /** The status that a person's command leads to, while the server has not answered yet. */
  #unanswered: UploadStatus | undefined;
  readonly #stopListening: () => void;

  constructor(ports: UploaderPorts, job: UploadJob) {
    this.#ports = ports;
    this.model = new UploadModel(job, ports.clock);
    this.#moves = new StatusMoves(ports, job);
    this.#stopListening = ports.page.onLeave(() => this.#leave());
  }

  start(selection: Selection): Promise<void> {
    return this.#begin((run) => planUpload(run, selection));
  }

  async resume(selection: Selection | undefined): Promise<void> {
    if (selection !== undefined) await this.#begin((run) => verifyOriginalFolder(run, selection));
    else if (this.model.list !== undefined) await this.#begin(resume);
    else this.#ports.log("a resumption without files was ignored", { status: this.model.status });
  }

  pause(): Promise<void> {
    return this.#rest("pause");
  }

  quitQueue(): Promise<void> {
    return this.#rest("quitQueue");
  }

  /** run/D3 */
  async cancel(): Promise<void> {
    const status = this.#target(this.model.job.isUpdate ? "cancelUpdate" : "cancelUpload");
    if (status === undefined) return;
    this.#abort();
    this.model.setRunning(true);
    const result = await this.#command(status);
    if (result.kind === "answered") {
      this.model.dropFiles();
      this.model.setStatus(status);
    } else if (result.kind === "refused") {
      const state = await this.#read();
      this.model.setFault({ code: result.code, message: result.message });
      if (state !== undefined) this.model.setStatus(state.status);
    }
    this.model.setRunning(false);
  }

  adopt(status: UploadStatus): void {
    if (this.model.isRunning || this.#moves.isBusy || status === this.model.status) return;
    this.model.setStatus(status);
  }

  dispose(): void {
    if (this.#lifetime.signal.aborted) return;
    this.#leave();
    this.#stopListening();
    this.#lifetime.abort();
    this.#ports.close();
  }

  /** run/D1 */
  async #begin(first: Step): Promise<void> {
    if (this.#run !== undefined || this.#lifetime.signal.aborted) {
      this.#ports.log("a command was ignored: a run is in progress", {});
      return;
    }
    const controller = new AbortController();
    this.#run = controller;
    this.model.setRunning(true);
    const context = { ports: this.#ports, model: this.model, moves: this.#moves };
    try {
      await runSteps(new UploadRun(context, controller.signal), first);
    } finally {
      if (this.#run === controller) this.#end();
    }
  }

  #end(): void {
    this.#run = undefined;
    this.model.setRunning(false);
  }

  /** Aborts the run; its active tasks become pending again. */
  #abort(): void {
    this.#run?.abort();
    this.model.list?.queue.requeue();
    this.model.stopMeter();
    if (this.#run !== undefined) this.#end();
  }

  /** run/D2 */
  async #rest(event: UploadEvent): Promise<void> {
    const status = this.#target(event);
    if (status === undefined) return;
    this.#abort();
    this.model.setStatus(status);
    const result = await this.#command(status);
    if (result.kind === "refused") await this.#restFromServerStatus();
  }

  async #command(status: UploadStatus): ReturnType<StatusMoves["send"]> {
    this.#unanswered = status;
    const result = await this.#moves.send(status, this.#lifetime.signal);
    this.#unanswered = undefined;
    return result;
  }

  async #restFromServerStatus(): Promise<void> {
    const state = await this.#read();
    if (state === undefined || this.#run !== undefined) return;
    const event = state.isOwn ? leavingEvent(state.status) : undefined;
    const rest = event === undefined ? undefined : advance(state.status, event).status;
    this.model.setStatus(rest ?? state.status);
    if (rest !== undefined) await this.#moves.send(rest, this.#lifetime.signal);
  }

  /** run/D4 The status that an event leads to; logs where there is none. */
  #target(event: UploadEvent): UploadStatus | undefined {
    const { status, moved } = advance(this.model.status, event);
    if (moved) return status;
    this.#ports.log("an invalid transition was ignored", { event, status });
    return undefined;
  }

  async #read(): Promise<UploadState | undefined> {
    const { flightId, uploadId } = this.model.job;
    const result = await requestWithRetry(this.#ports, routes.readUpload, {
      params: { flightId, uploadId },
      signal: this.#lifetime.signal,
    });
    return result.kind === "answered" ? result.value : undefined;
  }

  /** run/D5 */
  #leave(): void {
    if (this.#unanswered !== undefined) this.#moves.sendLast(this.#unanswered);
    if (this.#run === undefined) return;
    const event = leavingEvent(this.model.status);
    this.#abort();
    if (event === undefined) return;
    const { status } = advance(this.model.status, event);
    this.#moves.sendLast(status);
    this.model.setStatus(status);
  }
}
