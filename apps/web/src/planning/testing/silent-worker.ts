/** A worker that never answers. */
export class SilentWorker extends EventTarget {
  static ended = 0;
  postMessage(): void {}
  terminate(): void {
    SilentWorker.ended += 1;
  }
}
