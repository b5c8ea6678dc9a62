import { endpoints } from "@swath/contract/endpoints";
import {
  UPLOAD_STATES,
  type UploadEvent,
  type UploadState,
  type UploadStatus,
} from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { requestWithRetry } from "../send/request.ts";
import { type Selection, type UploadJob, UploadModel } from "../state/upload-model.ts";
import { restOf, type UploadSnapshot } from "../state/upload-snapshot.ts";
import { ClientSpans } from "./client-spans.ts";
import { AnswerWatch } from "./liveness.ts";
import { Hold } from "../send/send-objects.ts";
import { faultOf, UploadRun } from "./upload-run.ts";
import { planUpload, verifyOriginalFolder } from "./plan-upload.ts";
import { resume, runSteps, type Step } from "./run-steps.ts";
import { BY_A_PERSON, StatusMoves } from "./status-moves.ts";

/** One upload on one page. Nothing it does rejects: what goes wrong is in the snapshot. */
export interface Uploader {
  readonly getSnapshot: () => UploadSnapshot;
  /** For `useSyncExternalStore`; at most about two calls a second for progress alone. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends a folder from a restartable status on; settles when nothing is running any more. */
  readonly start: (selection: Selection) => Promise<void>;
  /** Continues from paused or stalled; needs the original folder where this page holds no files. */
  readonly resume: (selection?: Selection) => Promise<void>;
  /** Has this page send what another one sends: the upload stalls, held here, and may be resumed. */
  readonly takeOver: () => Promise<void>;
  /** Begins no further post; settles once those under way have ended, with whether a pause is still to follow. */
  readonly finishPosts: () => Promise<boolean>;
  readonly pause: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly quitQueue: () => Promise<void>;
  /** Takes over the server's status, known from polling, while nothing is running on this page. */
  readonly adopt: (status: UploadStatus) => void;
  /** Leaves the page: pauses, aborts the posts under way, ends the workers and the heartbeat. */
  readonly dispose: () => void;
}

/** run/D8 About as long as a piece takes. */
const FINISH_MS = 10_000;

/** Makes the uploader of one upload; it does nothing before the first command. */
export function createUploader(ports: UploaderPorts, job: UploadJob): Uploader {
  return new UploadController(ports, job);
}

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
 * run/D6 a lost lease ends the run (run/R3 and run/R4);
 * run/D7 to take over what another page sends stalls it: the other one is refused from then on;
 * run/D8 before a pause the posts under way may end, for 10 s at most, while no other begins.
 */
class UploadController implements Uploader {
  readonly #model: UploadModel;
  readonly #ports: UploaderPorts;
  readonly #moves: StatusMoves;
  readonly #answers: AnswerWatch;
  readonly #spans: ClientSpans;
  /** Aborts when the page is left for good. */
  readonly #lifetime = new AbortController();
  #run: AbortController | undefined;
  #hold: Hold | undefined;
  /** The status that a person's command leads to, while the server has not answered yet. */
  #unanswered: UploadStatus | undefined;
  readonly #stopListening: () => void;

  constructor(ports: UploaderPorts, job: UploadJob) {
    this.#model = new UploadModel(job, ports.clock);
    this.#spans = new ClientSpans(ports.clock);
    const watched = { ...ports, poster: this.#spans.watch(ports.poster) };
    this.#answers = new AnswerWatch(watched, (since) =>
      this.#model.set({ unansweredSince: since }),
    );
    this.#ports = this.#answers.ports;
    this.#moves = new StatusMoves(this.#ports, job);
    this.#stopListening = ports.page.onLeave(() => this.#leave());
  }

  readonly getSnapshot = (): UploadSnapshot => this.#model.getSnapshot();

  readonly subscribe = (listener: () => void): (() => void) => this.#model.subscribe(listener);

  readonly start = (selection: Selection): Promise<void> =>
    this.#begin((run) => planUpload(run, selection));

  readonly pause = (): Promise<void> => this.#rest("pause");

  /** run/D8 Lets the posts under way end, for 10 s at most. */
  readonly finishPosts = async (): Promise<boolean> => {
    const hold = this.#hold;
    if (hold === undefined || this.#model.status !== "UPLOADING") return false;
    hold.request();
    this.#model.set({ isPausing: true });
    const cancel = this.#ports.clock.after(FINISH_MS, () => hold.reach());
    await hold.reached;
    cancel();
    const isHeld = this.#hold === hold && this.#model.status === "UPLOADING";
    if (this.#hold === hold || this.#hold === undefined) this.#model.set({ isPausing: false });
    return isHeld;
  };

  readonly quitQueue = (): Promise<void> => this.#rest("quitQueue");

  readonly resume = async (selection?: Selection): Promise<void> => {
    if (selection !== undefined) await this.#begin((run) => verifyOriginalFolder(run, selection));
    else if (this.#model.list !== undefined) await this.#begin(resume);
    else this.#ports.log("a resumption without files was ignored", { status: this.#model.status });
  };

  /** run/D7 Stalls the upload that another page sends, so that this one may resume it. */
  readonly takeOver = async (): Promise<void> => {
    const status = this.#target("takeOver");
    if (status === undefined || this.#run !== undefined) return;
    const result = await this.#moves.send(status, this.#lifetime.signal, BY_A_PERSON);
    if (result.kind === "aborted") return;
    this.#ports.page.tellOthers();
    const state = result.kind === "answered" ? result.value : await this.#read();
    if (state !== undefined) this.#model.setStatus(state.status);
    this.#model.set({ error: result.kind === "refused" ? faultOf(result) : undefined });
  };

  /** run/D3 Aborts the run at once; the status follows the server's answer. */
  readonly cancel = async (): Promise<void> => {
    const status = this.#target(this.#model.job.isUpdate ? "cancelUpdate" : "cancelUpload");
    if (status === undefined) return;
    this.#abort();
    this.#model.set({ isRunning: true });
    const result = await this.#command(status);
    if (result.kind === "answered") {
      this.#model.set({ hasFiles: false });
      this.#model.setStatus(status);
    } else if (result.kind === "refused") {
      const state = await this.#read();
      this.#model.set({ error: faultOf(result) });
      if (state !== undefined) this.#model.setStatus(state.status);
    }
    this.#model.set({ isRunning: false });
  };

  readonly adopt = (status: UploadStatus): void => {
    if (this.#model.isRunning || this.#moves.isBusy || status === this.#model.status) return;
    this.#model.setStatus(status);
  };

  readonly dispose = (): void => {
    if (this.#lifetime.signal.aborted) return;
    this.#leave();
    this.#stopListening();
    this.#lifetime.abort();
    this.#ports.close();
  };

  /** run/D1 Starts a run, unless one is in progress. */
  async #begin(first: Step): Promise<void> {
    if (this.#run !== undefined || this.#lifetime.signal.aborted) {
      this.#ports.log("a command was ignored: a run is in progress", {});
      return;
    }
    const controller = new AbortController();
    const hold = new Hold();
    this.#run = controller;
    this.#hold = hold;
    this.#model.set({ isRunning: true });
    this.#answers.start();
    const context = {
      ports: this.#ports,
      model: this.#model,
      moves: this.#moves,
      spans: this.#spans,
    };
    try {
      await runSteps(new UploadRun(context, controller.signal, hold), first);
    } finally {
      if (this.#run === controller) this.#end();
    }
  }

  #end(): void {
    this.#run = undefined;
    this.#hold?.reach();
    this.#hold = undefined;
    this.#answers.stop();
    this.#model.set({ isRunning: false });
  }

  /** Aborts the run; its active tasks become pending again. */
  #abort(): void {
    this.#run?.abort();
    this.#model.list?.queue.requeue();
    this.#model.stopMeter();
    if (this.#run !== undefined) this.#end();
  }

  /** run/D2 Changes the status at once, and notifies the server then. */
  async #rest(event: UploadEvent): Promise<void> {
    const status = this.#target(event);
    if (status === undefined) return;
    this.#abort();
    this.#model.setStatus(status);
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
    const rest = state.isOwn ? restOf(state.status) : undefined;
    this.#model.setStatus(rest ?? state.status);
    if (rest !== undefined) await this.#moves.send(rest, this.#lifetime.signal);
  }

  /** run/D4 The status that an event leads to; logs where there is none. */
  #target(event: UploadEvent): UploadStatus | undefined {
    const { status } = this.#model;
    const target = UPLOAD_STATES.nextStatus(status, event);
    if (target === undefined)
      this.#ports.log("an invalid transition was ignored", { event, status });
    return target;
  }

  async #read(): Promise<UploadState | undefined> {
    const { flightId, uploadId } = this.#model.job;
    const result = await requestWithRetry(this.#ports, endpoints.readUpload, {
      params: { flightId, uploadId },
      signal: this.#lifetime.signal,
    });
    return result.kind === "answered" ? result.value : undefined;
  }

  /** run/D5 Aborts the run, and notifies the server while the page still may. */
  #leave(): void {
    if (this.#unanswered !== undefined) this.#moves.sendLast(this.#unanswered);
    if (this.#run === undefined) return;
    const rest = restOf(this.#model.status);
    this.#abort();
    if (rest === undefined) return;
    this.#moves.sendLast(rest);
    this.#model.setStatus(rest);
  }
}
