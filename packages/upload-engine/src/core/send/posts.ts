import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { TaskList } from "../state/task-list.ts";
import type { UploadJob } from "../state/upload-job.ts";
import type { Carried } from "./ack-rate.ts";
import type { Link } from "./link.ts";
import { FormRequest, type NamedObject, namedTask } from "./post-object.ts";
import type { PostWatch, WatchedOutcome } from "./post-watch.ts";
import type { ReadyObject } from "./ready-objects.ts";

/** A prepared object with its form. */
interface Authorised {
  readonly object: NamedObject;
  readonly form: FormRequest;
}

interface PostsOptions {
  readonly ports: UploaderPorts;
  readonly job: UploadJob;
  readonly list: TaskList;
  readonly link: Link;
  readonly watch: PostWatch;
  /** Once aborted, nothing is recorded any more. */
  readonly signal: AbortSignal;
}

interface PostsListeners {
  onProgress(): void;
  /** The server answered, which may say that more is to be begun. */
  onAnswer(): void;
}

/** Posts what is ready, by forms that are asked for ahead, and tells the link what each post says of it. */
export class Posts {
  readonly #options: PostsOptions;
  readonly #listeners: PostsListeners;
  readonly #authorised = new WeakMap<ReadyObject, Authorised>();

  constructor(options: PostsOptions, listeners: PostsListeners) {
    this.#options = options;
    this.#listeners = listeners;
  }

  /** Asks for the form of an object that is ready, so that its post need not wait for it. */
  authorise(ready: ReadyObject): Authorised {
    const { ports, job, list, signal } = this.#options;
    const planned = list.objects[ready.attempt.index]!;
    const object = { ...namedTask(planned, ready.attempt), prepared: ready.prepared };
    const authorised = { object, form: new FormRequest(ports, job, object, signal) };
    void this.#measureRoundTrip(authorised.form);
    this.#authorised.set(ready, authorised);
    return authorised;
  }

  /** Whether no call that claims its bytes is on its way any more. */
  isAuthorised(ready: ReadyObject): boolean {
    return this.#authorised.get(ready)?.form.isAnswered === true;
  }

  /** By a form that is asked for now where one of before may no longer hold. */
  async send(ready: ReadyObject, isFormAnew: boolean): Promise<WatchedOutcome> {
    const { attempt, prepared } = ready;
    const { ports, list, link, watch, signal } = this.#options;
    const { clock } = ports;
    const { object, form } = this.#authorised.get(ready) ?? this.authorise(ready);
    const authorisation = await form.answer(isFormAnew);
    const start = link.begin(clock.now());
    const address = link.addresses.begin(clock.now());
    let sent = 0;
    const count = (bytes: number): void => {
      list.addSent(Math.max(0, bytes - sent));
      sent = Math.max(sent, bytes);
    };
    const onSent = (bytes: number): void => {
      count(bytes);
      const share = bytes / prepared.body.size;
      if (!signal.aborted && list.queue.update(attempt, "UPLOADING", share))
        this.#listeners.onProgress();
    };
    const outcome = await watch.post(authorisation, { object, address }, onSent);
    const now = clock.now();
    link.addresses.ended(address, resultAt(outcome), now);
    if (outcome.kind === "stored") {
      count(prepared.body.size);
      link.stored(start, carriedBy(ready), now);
      if (outcome.resent !== undefined) link.resent(now, outcome.resent);
    } else if (outcome.kind === "noResponse") link.broken(now, outcome.lost);
    else link.ended(now);
    return outcome;
  }

  async #measureRoundTrip(form: FormRequest): Promise<void> {
    const { ports, link } = this.#options;
    const asked = ports.clock.now();
    await form.answer();
    link.answered(asked, ports.clock.now());
    this.#listeners.onAnswer();
  }
}

/** What a post tells of the address that it went to. */
function resultAt({ kind }: WatchedOutcome): "stored" | "failed" | "stopped" {
  if (kind === "stored") return "stored";
  return kind === "noResponse" ? "failed" : "stopped";
}

function carriedBy({ attempt, prepared }: ReadyObject): Carried {
  const { body, segments } = prepared;
  const zipped = segments.some((segment) => segment.zipped);
  return { storedBytes: body.size, sourceBytes: attempt.length, zipped };
}
