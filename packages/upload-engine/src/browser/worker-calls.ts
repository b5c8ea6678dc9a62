/** What a worker answers to one call; `lost` where it died before it could. */
export type WorkerAnswer<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed" | "lost"; readonly reason: string };

interface Envelope {
  readonly id: number;
  readonly body: unknown;
}

export interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: string;
}

/** Calls into a worker that runs `serveCalls`. A worker that died is started anew by the next call. */
export class WorkerCalls {
  readonly #create: () => Worker;
  #worker: Worker | undefined;
  #serial = 0;
  readonly #pending = new Map<number, (answer: WorkerAnswer<never>) => void>();

  constructor(create: () => Worker) {
    this.#create = create;
  }

  /** Has the worker loaded before the first call. */
  start(): void {
    this.#running();
  }

  get pending(): number {
    return this.#pending.size;
  }

  call<T>(body: unknown, transfer: Transferable[] = []): Promise<WorkerAnswer<T>> {
    return new Promise((resolve) => {
      const id = this.#serial++;
      this.#pending.set(id, resolve);
      const envelope: Envelope = { id, body };
      this.#running().postMessage(envelope, transfer);
    });
  }

  close(): void {
    this.#lose("the worker was closed");
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#create();
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#settle(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#lose(event.message === "" ? "the worker could not be loaded" : event.message);
    });
    worker.addEventListener("messageerror", () => this.#lose("the worker's answer was unreadable"));
    this.#worker = worker;
    return worker;
  }

  #settle({ id, value, fault }: Reply): void {
    const resolve = this.#pending.get(id);
    this.#pending.delete(id);
    if (fault === undefined) resolve?.({ kind: "answered", value: value as never });
    else resolve?.({ kind: "failed", reason: fault });
  }

  #lose(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const resolve of pending) resolve({ kind: "lost", reason });
  }
}

export interface Served {
  readonly value: unknown;
  readonly transfer?: Transferable[];
}

function answer(reply: Reply, transfer: Transferable[] = []): void {
  globalThis.postMessage(reply, { transfer });
}

/** Answers the calls that a worker receives, each as soon as it is ready. */
export function serveCalls(handle: (body: unknown) => Promise<Served>): void {
  globalThis.addEventListener("message", ({ data }: MessageEvent<Envelope>) => {
    handle(data.body).then(
      ({ value, transfer }) => answer({ id: data.id, value }, transfer),
      (error: unknown) => answer({ id: data.id, fault: String(error) }),
    );
  });
}
