const now = (): number => performance.now();

const PROGRESS_MS = 100;

/** Calls at most every 100 ms; the calls in between are left out. */
export function throttled<T extends unknown[]>(
  call: (...args: T) => void,
  clock = now,
): (...args: T) => void {
  let last = -Infinity;
  return (...args) => {
    const at = clock();
    if (at - last < PROGRESS_MS) return;
    last = at;
    call(...args);
  };
}

/** Each size blocks the page while the browser reads the disk: this long at most between two pauses. */
const SLICE_MS = 8;

interface Options {
  /** Milliseconds of any clock that only goes forward. */
  readonly clock?: () => number;
  readonly pause?: () => Promise<void>;
  /** Given the sizes slice by slice, in the files' order. */
  readonly take?: (sizes: readonly number[]) => void;
  readonly signal: AbortSignal;
}

/** Reads the size of every file without freezing the page; throws the signal's reason when aborted. */
export async function measureFiles(
  files: readonly Pick<File, "size">[],
  { clock = now, pause = yieldToEventLoop, take, signal }: Options,
): Promise<void> {
  let sizes: number[] = [];
  let began = clock();
  for (const file of files) {
    sizes.push(file.size);
    if (clock() - began < SLICE_MS) continue;
    take?.(sizes);
    sizes = [];
    await pause();
    signal.throwIfAborted();
    began = clock();
  }
  take?.(sizes);
}

/** One turn of the event loop, so that the page paints; a timer would wait 4 ms each time. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
