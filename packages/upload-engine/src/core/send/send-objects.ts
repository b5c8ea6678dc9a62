import { endpoints } from "@swath/contract/endpoints";
import type { Settings } from "@swath/contract/settings";
import type { StoredBody } from "../../ports/preparer.ts";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { TaskList } from "../state/task-list.ts";
import type { UploadJob, UploadModel } from "../state/upload-model.ts";
import { CompressionPool } from "./compression-pool.ts";
import { FormRequest, namedTask, postObject } from "./post-object.ts";
import {
  crashed,
  type PreparationTask,
  prepareObject,
  PrioritySemaphore,
} from "./prepare-object.ts";
import type { ReadyObject } from "./ready-objects.ts";
import { type Refusal, requestWithin } from "./request.ts";
import type { Moment, SendEffect, SendEvent, SendOutcome } from "./send-events.ts";
import { SendMachine } from "./send-machine.ts";
import { formAt } from "./store-addresses.ts";

const TICK_MS = 1_000;

/** The upload whose objects are sent, and facts about the link from before. */
interface Sender {
  readonly ports: UploaderPorts;
  readonly job: UploadJob;
  readonly model: Pick<UploadModel, "publishProgress" | "set" | "setStoreFull">;
  readonly hold: Hold;
  /** The shortest that a call took while the link carried nothing else, in milliseconds. */
  readonly shortestCallMs: number | undefined;
  /** Whether an address of the store answers. */
  reach(address: string): Promise<boolean>;
}

type EffectOf<Kind extends SendEffect["kind"]> = Extract<SendEffect, { kind: Kind }>;

/** Carries out the effects of a {@link SendMachine}, and tells it of every event. */
export class SendObjects {
  readonly #sender: Sender;
  readonly #ports: UploaderPorts;
  readonly #list: TaskList;
  readonly #settings: Settings;
  readonly #machine: SendMachine;
  readonly #moment: Moment;
  readonly #stop = new AbortController();
  readonly #pool: CompressionPool;
  readonly #chunks: PrioritySemaphore;
  readonly #forms = new WeakMap<ReadyObject, FormRequest>();
  readonly #posts = new Map<ReadyObject, AbortController>();
  readonly #ended = Promise.withResolvers<SendOutcome>();
  #cancelWake: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;

  constructor(sender: Sender, list: TaskList, settings: Settings) {
    const { ports, shortestCallMs } = sender;
    this.#sender = sender;
    this.#ports = ports;
    this.#list = list;
    this.#settings = settings;
    const pool = new CompressionPool(ports.compressor, ports.clock);
    this.#pool = pool;
    this.#chunks = new PrioritySemaphore(pool.limit + 1);
    const { clock, memoryBytes } = ports;
    this.#machine = new SendMachine(list, settings, {
      memoryBytes,
      shortestCallMs,
      now: clock.now(),
    });
    this.#moment = {
      get now() {
        return clock.now();
      },
      get random() {
        return clock.random();
      },
      get limitBytesPerSecond() {
        return ports.bytesPerSecond();
      },
      get compressionBytesPerSecond() {
        return pool.bytesPerSecond;
      },
    };
  }

  /** Settles when all is sent, the signal aborts, or it must end; call once. */
  async run(signal: AbortSignal): Promise<SendOutcome> {
    const { requested } = this.#sender.hold;
    const onHold = (): void => this.#tell({ kind: "held" });
    // At once: what settles in the same moment must not take a task that was just given back.
    const abort = (): void => this.#end({ kind: "aborted" });
    requested.addEventListener("abort", onHold, { once: true });
    signal.addEventListener("abort", abort, { once: true });
    const endListening = this.#ports.page.onOnline(() => this.#tell({ kind: "online" }));
    if (signal.aborted) abort();
    else this.#begin();
    const outcome = await this.#ended.promise;
    endListening();
    signal.removeEventListener("abort", abort);
    requested.removeEventListener("abort", onHold);
    return outcome;
  }

  #begin(): void {
    this.#tick();
    // link/A2
    for (const address of this.#settings.storeAddresses) void this.#reach(address);
    if (this.#sender.hold.requested.aborted) this.#tell({ kind: "held" });
    this.#tell({ kind: "due" });
  }

  /** send/S7 and S12 Stops all work at once, and releases the bodies that were not posted. */
  #end(outcome: SendOutcome): void {
    if (this.#isStopped) return;
    this.#stop.abort();
    this.#cancelWake?.();
    this.#cancelTick?.();
    for (const post of this.#posts.values()) post.abort();
    this.#pool.close();
    for (const effect of this.#machine.step({ kind: "stopped" }, this.#moment)) this.#drop(effect);
    this.#ended.resolve(outcome);
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  #tell(event: SendEvent): void {
    if (this.#isStopped) return;
    for (const effect of this.#machine.step(event, this.#moment))
      if (this.#isStopped) this.#drop(effect);
      else this.#carryOut(effect);
  }

  /** send/S12 Releases the body of an effect that comes after the end. */
  #drop(effect: SendEffect): void {
    if (effect.kind === "release") this.#release(effect.body);
    if (effect.kind === "takeForm" || effect.kind === "post")
      this.#release(effect.ready.prepared.body);
  }

  #carryOut(effect: SendEffect): void {
    switch (effect.kind) {
      case "prepare":
        return void this.#prepare(effect.task);
      case "authorise":
        return void this.#authorise(effect.ready);
      case "takeForm":
        return void this.#takeForm(effect);
      case "post":
        return void this.#post(effect);
      case "giveUp":
        return this.#posts.get(effect.ready)?.abort();
      case "release":
        return this.#release(effect.body);
      case "call":
        return void this.#call(effect);
      case "wake":
        return this.#wake(effect);
      case "progress":
        return this.#sender.model.publishProgress();
      case "fault":
        return this.#sender.model.set({ error: effect.fault });
      case "storeFull":
        return this.#sender.model.setStoreFull(effect.isFull);
      case "log":
        return this.#ports.log(effect.message, effect.facts);
      case "reachHold":
        return this.#sender.hold.reach();
      case "end":
        return this.#end(effect.outcome);
    }
  }

  #release(body: StoredBody): void {
    this.#ports.preparer.release(body);
  }

  #tick(): void {
    this.#cancelTick = this.#ports.clock.after(TICK_MS, () => {
      this.#tick();
      this.#tell({ kind: "ticked" });
    });
  }

  #wake({ afterMs }: EffectOf<"wake">): void {
    this.#cancelWake?.();
    if (afterMs !== undefined)
      this.#cancelWake = this.#ports.clock.after(afterMs, () => this.#tell({ kind: "due" }));
  }

  async #reach(address: string): Promise<void> {
    if (await this.#sender.reach(address)) this.#tell({ kind: "reached", address });
  }

  async #call({ call, limitMs }: EffectOf<"call">): Promise<void> {
    const began = this.#ports.clock.now();
    const input = { signal: this.#stop.signal };
    const { kind } = await requestWithin(this.#ports, endpoints.readSettings, input, limitMs);
    this.#tell({ kind: "called", call, began, isAnswered: kind !== "noResponse" });
  }

  async #prepare(task: PreparationTask): Promise<void> {
    const { attempt, segments } = task;
    const { preparer, clock } = this.#ports;
    const outcome = await prepareObject(segments, {
      preparer,
      clock,
      pool: this.#pool,
      chunks: this.#chunks,
      order: attempt.index,
      wire: this.#settings.wireChecksum,
      signal: this.#stop.signal,
      onCompressing: () => this.#tell({ kind: "compressing", attempt }),
      onCompressed: (bytes) => this.#tell({ kind: "compressed", attempt, bytes }),
    }).catch(crashed);
    if (this.#isStopped && outcome.kind === "prepared") this.#release(outcome.prepared.body);
    else this.#tell({ kind: "prepared", task, outcome });
  }

  /** Asks for the form of an object that is ready, so that its post need not wait for it. */
  async #authorise(ready: ReadyObject): Promise<void> {
    const { ports, job } = this.#sender;
    const planned = this.#list.objects[ready.attempt.index]!;
    const object = { ...namedTask(planned, ready.attempt), prepared: ready.prepared };
    const form = new FormRequest(ports, job, object, this.#stop.signal);
    this.#forms.set(ready, form);
    const asked = ports.clock.now();
    await form.answer();
    this.#tell({ kind: "authorised", ready, asked });
  }

  async #takeForm({ ready, isNew }: EffectOf<"takeForm">): Promise<void> {
    const form = await this.#forms.get(ready)!.answer(isNew).catch(unasked);
    if (this.#isStopped) this.#release(ready.prepared.body);
    else this.#tell({ kind: "formed", ready, form });
  }

  async #post({ ready, form, address }: EffectOf<"post">): Promise<void> {
    const { poster } = this.#ports;
    const post = new AbortController();
    this.#posts.set(ready, post);
    const addressed =
      form.kind === "answered" ? { ...form, value: formAt(form.value, address) } : form;
    const outcome = await postObject(poster, addressed, ready.prepared, {
      signal: post.signal,
      onSent: (bytes) => this.#tell({ kind: "sent", ready, bytes }),
    }).catch((error: unknown) => ({ kind: "refused", status: 0, message: String(error) }) as const);
    this.#posts.delete(ready);
    this.#release(ready.prepared.body);
    this.#tell({ kind: "posted", ready, outcome });
  }
}

/** The request for a form crashed; the object is worth another attempt. */
function unasked(error: unknown): Refusal {
  return { kind: "refused", status: 0, code: "CRASHED", message: String(error), details: {} };
}

/** A person's wish that a run begins nothing more, and the moment when nothing is under way. */
export class Hold {
  readonly #request = new AbortController();
  readonly #reached = Promise.withResolvers<void>();

  /** Aborts once nothing more is to be begun. */
  get requested(): AbortSignal {
    return this.#request.signal;
  }

  /** Settles once nothing is under way, or the run has ended. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  request(): void {
    this.#request.abort();
  }

  reach(): void {
    this.#reached.resolve();
  }
}
