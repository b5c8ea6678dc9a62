/** Each size blocks the page while the browser reads the disk: this long at most between two pauses. */
const SLICE_MS = 8;

interface Options {
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number;
  readonly pause: () => Promise<void>;
  /** Given the sizes slice by slice, in the files' order. */
  readonly take: (sizes: readonly number[]) => void;
  readonly signal: AbortSignal;
}

/** Reads the size of every file without freezing the page; throws the signal's reason when aborted. */
export async function measureFiles(
  files: readonly Pick<File, "size">[],
  { now, pause, take, signal }: Options,
): Promise<void> {
  let sizes: number[] = [];
  let began = now();
  for (const file of files) {
    sizes.push(file.size);
    if (now() - began < SLICE_MS) continue;
    take(sizes);
    sizes = [];
    await pause();
    signal.throwIfAborted();
    began = now();
  }
  take(sizes);
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
