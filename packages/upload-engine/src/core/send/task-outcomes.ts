import type { TaskList } from "../state/task-list.ts";
import type { Attempt } from "../state/task-queue.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import type { PrepareOutcome } from "./prepare-object.ts";
import { backOff } from "./request.ts";
import type { Moment, SendEffect, WatchedOutcome } from "./send-events.ts";

/** Objects that failed in a row, none landing between, after which the rest is not tried. */
const FAILURES_IN_A_ROW = 3;

/** Turns the outcome of each preparation and post into the state of its task (send/S2 to send/S5, send/S14). */
export class TaskOutcomes {
  readonly #list: TaskList;
  #failuresInARow = 0;
  #fault: UploadFault | undefined;
  #isHalted = false;

  constructor(list: TaskList) {
    this.#list = list;
  }

  /** Why the upload has failed: the first object that did. */
  get fault(): UploadFault | undefined {
    return this.#fault;
  }

  /** Whether nothing more may be prepared. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  prepared(attempt: Attempt, outcome: PrepareOutcome, moment: Moment): SendEffect[] {
    switch (outcome.kind) {
      case "prepared":
        this.#list.queue.update(attempt, "WAITING");
        break;
      case "unreadable":
        return this.#unreadable(attempt, outcome.path, outcome.reason);
      case "compressionFailed":
        return outcome.exhausted
          ? this.#noCompression(attempt, outcome.reason)
          : this.#refused(attempt, outcome.reason, moment);
      case "aborted":
    }
    return [];
  }

  posted(attempt: Attempt, outcome: WatchedOutcome, moment: Moment): SendEffect[] {
    const { queue } = this.#list;
    switch (outcome.kind) {
      case "stored":
        this.#failuresInARow = 0;
        queue.complete(attempt);
        break;
      case "busy":
        queue.defer(attempt, this.#retryTime(attempt, moment));
        break;
      case "full":
        queue.defer(attempt, moment.now);
        break;
      case "noResponse":
        queue.defer(attempt, outcome.isLinkAlive ? moment.now : this.#retryTime(attempt, moment));
        break;
      case "refused":
        return this.#refused(attempt, outcome.message, moment);
      case "unreadable":
        return this.#unreadable(
          attempt,
          outcome.path,
          "it was changed or removed while it was sent",
        );
      case "leaseLost":
        return [{ kind: "end", outcome }];
      case "aborted":
    }
    return [];
  }

  #retryTime(attempt: Attempt, { now, random }: Moment): number {
    return now + backOff(this.#list.queue.retries(attempt) + 1, random);
  }

  /** send/S3 Defers a refused object, or fails it the third time. */
  #refused(attempt: Attempt, reason: string, moment: Moment): SendEffect[] {
    const { name, segments } = this.#list.objects[attempt.index]!;
    const facts = { name, reason };
    const log: SendEffect = { kind: "log", message: "an object was refused", facts };
    const retryAt = this.#retryTime(attempt, moment);
    if (this.#list.queue.refuse(attempt, retryAt) !== "failed") return [log];
    const path = this.#list.manifest.files[segments[0]!.file]!.fullPath;
    const others = segments.length > 1 ? ` and ${segments.length - 1} more` : "";
    const message = `Failed to upload ${path}${others}.`;
    return [log, this.#failed({ code: "UPLOAD_REFUSED", message, detail: reason })];
  }

  /** send/S4 Fails an object with a file that cannot be read. */
  #unreadable(attempt: Attempt, path: string, reason: string): SendEffect[] {
    this.#list.queue.fail(attempt);
    const message = `Failed to read ${path}. Please check the drive and select the folder again.`;
    return [this.#failed({ code: "FILE_UNREADABLE", message, detail: reason })];
  }

  /** send/S5 Fails an object, and prepares no other. */
  #noCompression(attempt: Attempt, reason: string): SendEffect[] {
    this.#list.queue.fail(attempt);
    this.#isHalted = true;
    const message = "Compression failed on this device.";
    return [this.#failed({ code: "COMPRESSION_FAILED", message, detail: reason })];
  }

  /** send/S5 Reports the first failure, and stops preparing after three in a row. */
  #failed(fault: UploadFault): SendEffect {
    this.#fault ??= fault;
    if (++this.#failuresInARow >= FAILURES_IN_A_ROW) this.#isHalted = true;
    return { kind: "fault", fault: this.#fault };
  }
}
