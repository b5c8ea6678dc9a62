import type { Settings } from "@swath/contract/settings";
import type { TaskList } from "../state/task-list.ts";
import { PostsUnderWay } from "./posts-under-way.ts";
import type { ReadyObject } from "./ready-objects.ts";
import { Scheduler } from "./scheduler.ts";
import type { Moment, SendEffect, SendEvent, WatchedOutcome } from "./send-events.ts";
import { TaskOutcomes } from "./task-outcomes.ts";

type EventOf<Kind extends SendEvent["kind"]> = Extract<SendEvent, { kind: Kind }>;

const PROGRESS: SendEffect = { kind: "progress" };

/**
 * Sends every object of a list that the server misses, whole or in pieces. A step takes one event and
 * returns the effects that follow; it starts no timer and makes no call, so that equal events lead to
 * equal effects. {@link SendObjects} carries them out.
 *
 * send/S1 at most 2 objects are prepared at once, in the order of the plan; preparing and posting
 *    overlap; of objects that are only hashed one is prepared at a time while the link is starved: two
 *    would share the drive and delay both;
 * send/S2 a 503 defers the object with back-off and jitter (send/T3); a connection that broke or was
 *    given up does so too, without end; where the link has carried something since, its bytes are due
 *    at once, and may be cut again; so are those that a full store refused (send/F1 holds them);
 * send/S3 an object that was refused, or could not be compressed, is prepared again at the end of the
 *    list, up to 2 times, then it is FAILED (send/T4);
 * send/S4 an object with a file that can no longer be read is FAILED at once;
 * send/S5 the others are sent nevertheless, and then the upload has failed; after three FAILED in a row
 *    with none landing between, or without any compression worker left, nothing more is begun, and only
 *    ready objects are still sent;
 * send/S6 the network's return makes due all that waits for its time;
 * send/S7 after an abort or an end nothing is recorded any more; what landed stays;
 * send/S8 where the settings allow it, an object is sent as it is while the store acknowledges more bytes
 *    than all workers together compress;
 * send/S9 an object of one file is cut to the length that fits the link, and to 2 s of a limit, but no
 *    shorter than the store joins; a piece that the store joins by itself leaves no rest that it would
 *    not; a file's last piece may be shorter, down to 1 MiB; a bundle goes whole;
 * send/S10 as long as anything is missing, something is under way or has its time;
 * send/S11 while held no post begins, and those under way end;
 * send/S12 a body is released once its post has ended, and at the end those that were not posted;
 * send/S13 a piece that was cut before a connection broke, and waits, is cut again where it is more than
 *    twice as long as it would be now, unless it is compressed;
 * send/S14 a lost lease ends everything at once.
 */
export class SendMachine {
  readonly #list: TaskList;
  readonly #scheduler: Scheduler;
  readonly #outcomes: TaskOutcomes;
  readonly #posts: PostsUnderWay;
  /** Those whose form the server has answered: no call claims their bytes any more. */
  readonly #authorised = new WeakSet<ReadyObject>();
  /** When each post was begun, before its form was at hand. */
  readonly #begun = new WeakMap<ReadyObject, number>();
  #isHeld = false;
  #isEnded = false;

  constructor(
    list: TaskList,
    settings: Settings,
    {
      memoryBytes,
      shortestCallMs,
      now,
    }: {
      readonly memoryBytes: number;
      /** The shortest that a call took while the link carried nothing else, in milliseconds. */
      readonly shortestCallMs?: number | undefined;
      readonly now: number;
    },
  ) {
    this.#list = list;
    this.#scheduler = new Scheduler(list, settings, memoryBytes);
    this.#outcomes = new TaskOutcomes(list);
    const { link } = this.#scheduler;
    this.#posts = new PostsUnderWay(list, link);
    if (shortestCallMs !== undefined) link.answered(now - shortestCallMs, now);
  }

  step(event: SendEvent, moment: Moment): readonly SendEffect[] {
    if (event.kind === "stopped") return this.#stop();
    if (this.#isEnded) return [];
    const { link } = this.#scheduler;
    const { queue } = this.#list;
    switch (event.kind) {
      case "due":
        return this.#goOn(moment);
      case "ticked":
        return [...this.#posts.tick(moment.now), ...this.#begin(moment)];
      case "online":
        queue.makeDue(moment.now);
        return this.#goOn(moment);
      case "held":
        this.#isHeld = true;
        return this.#begin(moment);
      case "reached":
        link.addresses.reached(event.address);
        return this.#begin(moment);
      case "called":
        return this.#posts.called(event, moment.now);
      case "compressing":
        queue.update(event.attempt, "COMPRESSING");
        return [];
      case "compressed":
        queue.addCompressed(event.attempt, event.bytes);
        return [PROGRESS];
      case "prepared":
        return this.#prepared(event, moment);
      case "authorised":
        this.#authorised.add(event.ready);
        link.answered(event.asked, moment.now);
        return this.#begin(moment);
      case "formed":
        return this.#formed(event, moment);
      case "sent":
        return this.#sent(event, moment);
      case "posted":
    }
    return this.#posted(event, moment);
  }

  #goOn(moment: Moment): SendEffect[] {
    return [PROGRESS, ...this.#begin(moment)];
  }

  /** Begins all that may be posted or prepared now. */
  #begin(moment: Moment): SendEffect[] {
    if (this.#isHeld) return this.#endHeld();
    const scheduler = this.#scheduler;
    const effects: SendEffect[] = [];
    for (let next = scheduler.nextPost(moment); next; next = scheduler.nextPost(moment)) {
      this.#list.queue.update(next.attempt, "UPLOADING");
      this.#begun.set(next, moment.now);
      effects.push({ kind: "takeForm", ready: next, isNew: scheduler.fullStore.isFull });
    }
    for (
      let task = scheduler.nextPreparation(moment);
      task;
      task = scheduler.nextPreparation(moment)
    )
      effects.push({ kind: "prepare", task });
    effects.push(scheduler.isDone ? this.#end() : this.#wake(moment));
    if (scheduler.isStalled)
      effects.push({
        kind: "log",
        message: "nothing is sent though objects are missing",
        facts: {},
      });
    return effects;
  }

  /** send/S11 Begins nothing, and reports once no post is under way. */
  #endHeld(): SendEffect[] {
    const sleep: SendEffect = { kind: "wake", afterMs: undefined };
    if (this.#scheduler.posting > 0) return [sleep];
    return [sleep, this.#scheduler.isDone ? this.#end() : { kind: "reachHold" }];
  }

  #wake({ now }: Moment): SendEffect {
    const afterMs = (this.#list.queue.nextDue() ?? -Infinity) - now;
    // A task that is due already waits for another to end.
    return { kind: "wake", afterMs: afterMs > 0 ? afterMs : undefined };
  }

  #end(): SendEffect {
    this.#isEnded = true;
    const { fault } = this.#outcomes;
    const outcome =
      fault === undefined ? { kind: "sent" as const } : { kind: "failed" as const, fault };
    return { kind: "end", outcome };
  }

  /** send/S12 Releases the bodies that wait for their post. */
  #stop(): SendEffect[] {
    this.#isEnded = true;
    return this.#scheduler.waiting.map(({ prepared }) => ({
      kind: "release",
      body: prepared.body,
    }));
  }

  #prepared({ task, outcome }: EventOf<"prepared">, moment: Moment): SendEffect[] {
    const prepared = outcome.kind === "prepared" ? outcome.prepared : undefined;
    const ready = this.#scheduler.endPreparation(task, prepared);
    const consequences = this.#outcomes.prepared(task.attempt, outcome, moment);
    if (this.#outcomes.isHalted) this.#scheduler.halt();
    const authorise: SendEffect[] = ready === undefined ? [] : [{ kind: "authorise", ready }];
    return [...authorise, ...consequences, ...this.#goOn(moment)];
  }

  #formed({ ready, form }: EventOf<"formed">, { now }: Moment): SendEffect[] {
    return [{ kind: "post", ready, form, address: this.#posts.begin(ready, now) }];
  }

  #sent({ ready, bytes }: EventOf<"sent">, { now }: Moment): SendEffect[] {
    this.#posts.sent(ready, bytes, now);
    const share = bytes / ready.prepared.body.size;
    return this.#list.queue.update(ready.attempt, "UPLOADING", share) ? [PROGRESS] : [];
  }

  #posted({ ready, outcome: ended }: EventOf<"posted">, moment: Moment): SendEffect[] {
    const { fullStore } = this.#scheduler;
    const outcome = this.#posts.end(ready, ended, moment.now);
    this.#scheduler.endPost(ready);
    if (outcome.kind === "full") fullStore.refused(moment.now, moment.random);
    else if (outcome.kind === "stored") fullStore.stored(this.#begun.get(ready)!);
    const consequences = this.#outcomes.posted(ready.attempt, outcome, moment);
    const effects: SendEffect[] = [
      { kind: "storeFull", isFull: fullStore.isFull },
      ...consequences,
    ];
    this.#isEnded = outcome.kind === "leaseLost";
    if (this.#isEnded) return effects;
    if (this.#outcomes.isHalted) this.#scheduler.halt();
    if (isConnectionLoss(outcome)) effects.push(...this.#takeBackLong(moment));
    return [...effects, ...this.#goOn(moment)];
  }

  /** send/S13 Takes back pieces that are too long since a connection broke. */
  #takeBackLong(moment: Moment): SendEffect[] {
    return this.#scheduler
      .takeBackLong(moment, (ready) => this.#authorised.has(ready))
      .map(({ prepared }) => ({ kind: "release", body: prepared.body }));
  }
}

/** Whether a connection broke under a post, or it looks so. */
function isConnectionLoss(outcome: WatchedOutcome): boolean {
  return (
    outcome.kind === "noResponse" || (outcome.kind === "stored" && outcome.resent !== undefined)
  );
}
