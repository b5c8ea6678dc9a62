/** Timers of a worker are not slowed down in a background tab, as the page's own are. */
export type TimerMessage =
  | { readonly set: number; readonly milliseconds: number }
  | { readonly clear: number };

const timers = new Map<number, ReturnType<typeof setTimeout>>();

globalThis.addEventListener("message", ({ data }: MessageEvent<TimerMessage>) => {
  if ("clear" in data) {
    clearTimeout(timers.get(data.clear));
    timers.delete(data.clear);
    return;
  }
  const { set, milliseconds } = data;
  const ring = (): void => {
    timers.delete(set);
    globalThis.postMessage(set, {});
  };
  timers.set(set, setTimeout(ring, milliseconds));
});
