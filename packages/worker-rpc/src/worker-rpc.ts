/**
 * Typed calls into a worker and events out of it. Own code: comlink ignores unknown messages and
 * leaves the calls of a worker that died pending.
 */

type Input<Api, Name extends keyof Api> = Api[Name] extends (input: infer I) => unknown ? I : never;
type Output<Api, Name extends keyof Api> = Api[Name] extends (input: never) => infer O ? O : never;

/** The outcome of a call; `lost` where the worker died before it could answer. */
export type CallResult<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed" | "lost"; readonly reason: string };

interface Call {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

type Message =
  | { readonly id: number; readonly value?: unknown; readonly fault?: string }
  | { readonly event: string; readonly data: unknown };

/** The page's handler of each event of a worker. */
type EventHandlers<Events> = {
  readonly [Name in keyof Events]: (data: Events[Name]) => void;
};

interface WorkerCallsOptions<Events> {
  /** Called for each event; needed where the worker emits any. */
  readonly on: EventHandlers<Events>;
  /** False where the worker has a state that is lost with it: all later calls are lost then too. */
  readonly restart?: boolean;
}

/**
 * Calls into a worker that runs `serveCalls`. The first call starts the worker, and so does the next
 * one after it died. An unknown message ends it as a crash does.
 */
export class WorkerCalls<Api extends object, Events extends object = object> {
  readonly #create: () => Worker;
  readonly #handlers: ReadonlyMap<string, (data: never) => void>;
  readonly #restart: boolean;
  #worker: Worker | undefined;
  /** Why no call is possible any more. */
  #closed: string | undefined;
  #serial = 0;
  readonly #pending = new Map<number, (result: CallResult<never>) => void>();

  constructor(
    create: () => Worker,
    ...[options]: object extends Events ? [] : [options: WorkerCallsOptions<Events>]
  ) {
    this.#create = create;
    this.#handlers = new Map(Object.entries(options?.on ?? {}));
    this.#restart = options?.restart ?? true;
  }

  /** Loads the worker before the first call. */
  start(): void {
    this.#running();
  }

  call<Name extends keyof Api & string>(
    name: Name,
    input: Input<Api, Name>,
    transfer: Transferable[] = [],
  ): Promise<CallResult<Output<Api, Name>>> {
    const reason = this.#closed;
    if (reason !== undefined) return Promise.resolve({ kind: "lost", reason });
    return new Promise((resolve) => {
      const id = this.#serial++;
      this.#pending.set(id, resolve);
      const call: Call = { id, name, input };
      this.#running().postMessage(call, transfer);
    });
  }

  /** Ends the worker for good. */
  close(): void {
    this.#closed ??= "the worker was closed";
    this.#lose(this.#closed);
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#create();
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#lose(event.message === "" ? "the worker could not be loaded" : event.message);
    });
    worker.addEventListener("messageerror", () => this.#lose("the worker's answer was unreadable"));
    this.#worker = worker;
    return worker;
  }

  #receive(message: Message): void {
    if ("event" in message) {
      const handler = this.#handlers.get(message.event);
      if (handler === undefined) this.#unknown(message);
      else handler(message.data as never);
      return;
    }
    const resolve = this.#pending.get(message.id);
    if (resolve === undefined) {
      this.#unknown(message);
      return;
    }
    this.#pending.delete(message.id);
    if (message.fault === undefined) resolve({ kind: "answered", value: message.value as never });
    else resolve({ kind: "failed", reason: message.fault });
  }

  #unknown(message: unknown): void {
    const reason = `the worker sent an unknown message: ${JSON.stringify(message)}`;
    if (this.#pending.size === 0) reportError(new Error(reason));
    this.#lose(reason);
  }

  #lose(reason: string): void {
    if (!this.#restart) this.#closed ??= reason;
    this.#worker?.terminate();
    this.#worker = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const resolve of pending) resolve({ kind: "lost", reason });
  }
}

/** The value of a call that was answered; throws with the reason otherwise. */
export function valueOf<T>(result: CallResult<T>): T {
  if (result.kind === "answered") return result.value;
  throw new Error(`the worker failed: ${result.reason}`);
}

/** A result together with the buffers that are transferred instead of copied. */
class Transferred<T> {
  readonly value: T;
  readonly buffers: Transferable[];
  constructor(value: T, buffers: Iterable<Transferable>) {
    this.value = value;
    this.buffers = [...new Set(buffers)];
  }
}

/** Answers a call by transferring buffers of the value; the worker has them no longer. */
export function transferred<T>(value: T, buffers: Iterable<Transferable>): Transferred<T> {
  return new Transferred(value, buffers);
}

type Handler<I, O> = (input: I) => O | Transferred<O> | Promise<O | Transferred<O>>;
type CallHandlers<Api> = {
  readonly [Name in keyof Api]: Handler<Input<Api, Name>, Output<Api, Name>>;
};

/** Answers the calls that a worker receives, each as soon as it is ready. */
export function serveCalls<Api extends object>(handlers: CallHandlers<Api>): void {
  const byName = new Map<string, Handler<never, unknown>>(Object.entries(handlers));
  const answer = async ({ id, name, input }: Call): Promise<void> => {
    try {
      const handler = byName.get(name);
      if (handler === undefined) throw new Error(`unknown call: ${name}`);
      const result = await handler(input as never);
      if (result instanceof Transferred) send({ id, value: result.value }, result.buffers);
      else send({ id, value: result });
    } catch (error) {
      send({ id, fault: String(error) });
    }
  };
  globalThis.addEventListener("message", ({ data }: MessageEvent<Call>) => {
    // Thrown to the page's error event: there is no call that could fail instead.
    if (!Number.isInteger(data.id)) throw new Error(`unknown message: ${JSON.stringify(data)}`);
    void answer(data);
  });
}

/** Sends an event from a worker to its page. */
export type Emit<Events> = <Name extends keyof Events & string>(
  event: Name,
  data: Events[Name],
) => void;

/** How a worker sends its events. */
export function eventEmitter<Events>(): Emit<Events> {
  return (event, data) => send({ event, data });
}

function send(message: Message, transfer: Transferable[] = []): void {
  globalThis.postMessage(message, { transfer });
}
