import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { TaskList } from "../state/task-list.ts";
import type { Attempt } from "../state/task-queue.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { backOff } from "./back-off.ts";
import type { WatchedOutcome } from "./post-watch.ts";
import type { PrepareOutcome } from "./prepare-object.ts";
import type { Refusal } from "./request.ts";

/** Objects that failed in a row, none landing between, after which the rest is not tried. */
const FAILURES_IN_A_ROW = 3;

interface OutcomeActions {
  /** An object failed for good. */
  onFault(fault: UploadFault): void;
  /** Nothing more is to be begun. */
  halt(): void;
  onLeaseLost(refusal: Refusal): void;
}

/**
 * Turns the outcome of each preparation and post into the state of its task.
 *
 * send/S2 a 503 defers the object with back-off and jitter (tasks/T3); a connection that broke or was given
 *    up does so too, without end, but not where the link has carried something since: then its bytes
 *    are due at once, and may be cut anew; so are those that a full store refused (full/F1 holds them);
 * send/S3 an object that was refused, or could not be compressed, is prepared anew at the end of the
 *    list, up to 2 times, then it is FAILED (tasks/T4);
 * send/S4 an object of which a file can no longer be read is FAILED at once;
 * send/S5 the others are sent nevertheless, and then the upload has failed; after three FAILED in a
 *    row with none landing between, or without any compression worker left, nothing more is begun,
 *    and only what is ready is still sent;
 * send/S6 a lost lease ends everything at once.
 */
export class OutcomeHandler {
  readonly #ports: UploaderPorts;
  readonly #list: TaskList;
  readonly #actions: OutcomeActions;
  #failuresInARow = 0;
  #fault: UploadFault | undefined;

  constructor(ports: UploaderPorts, list: TaskList, actions: OutcomeActions) {
    this.#ports = ports;
    this.#list = list;
    this.#actions = actions;
  }

  /** Why the upload has failed: the first object that did. */
  get fault(): UploadFault | undefined {
    return this.#fault;
  }

  prepared(attempt: Attempt, outcome: PrepareOutcome): void {
    if (outcome.kind === "prepared") this.#list.queue.update(attempt, "WAITING");
    else if (outcome.kind === "unreadable") this.#unreadable(attempt, outcome.path, outcome.reason);
    else if (outcome.kind === "compressionFailed")
      if (outcome.exhausted) this.#noCompression(attempt, outcome.reason);
      else this.#refused(attempt, outcome.reason);
  }

  posted(attempt: Attempt, outcome: WatchedOutcome): void {
    switch (outcome.kind) {
      case "stored":
        this.#failuresInARow = 0;
        this.#list.queue.complete(attempt);
        break;
      case "busy":
        this.#list.queue.defer(attempt, this.#retryTime(attempt));
        break;
      case "full":
        this.#list.queue.defer(attempt, this.#ports.clock.now());
        break;
      case "noResponse":
        this.#list.queue.defer(
          attempt,
          outcome.isLinkAlive ? this.#ports.clock.now() : this.#retryTime(attempt),
        );
        break;
      case "refused":
        this.#refused(attempt, outcome.message);
        break;
      case "unreadable":
        this.#unreadable(attempt, outcome.path, "it was changed or removed while it was sent");
        break;
      case "leaseLost":
        this.#actions.onLeaseLost(outcome.refusal);
        break;
      case "aborted":
        break;
    }
  }

  #retryTime(attempt: Attempt): number {
    const { clock } = this.#ports;
    return clock.now() + backOff(this.#list.queue.retries(attempt) + 1, clock.random());
  }

  /** send/S3 */
  #refused(attempt: Attempt, reason: string): void {
    const { name, segments } = this.#list.objects[attempt.index]!;
    this.#ports.log("an object was refused", { name, reason });
    if (this.#list.queue.refuse(attempt, this.#retryTime(attempt)) !== "failed") return;
    const path = this.#list.manifest.files[segments[0]!.file]!.fullPath;
    const others = segments.length > 1 ? ` and ${segments.length - 1} more` : "";
    const message = `Failed to upload ${path}${others}.`;
    this.#failed({ code: "UPLOAD_REFUSED", message, detail: reason });
  }

  /** send/S4 */
  #unreadable(attempt: Attempt, path: string, reason: string): void {
    this.#list.queue.fail(attempt);
    const message = `Failed to read ${path}. Please check the drive and select the folder again.`;
    this.#failed({ code: "FILE_UNREADABLE", message, detail: reason });
  }

  #noCompression(attempt: Attempt, reason: string): void {
    this.#list.queue.fail(attempt);
    this.#actions.halt();
    const message = "Compression failed on this device.";
    this.#failed({ code: "COMPRESSION_FAILED", message, detail: reason });
  }

  /** send/S5 */
  #failed(fault: UploadFault): void {
    this.#fault ??= fault;
    this.#actions.onFault(this.#fault);
    if (++this.#failuresInARow >= FAILURES_IN_A_ROW) this.#actions.halt();
  }
}
