/**
 * Chromium keeps at most 2 GB of blobs in memory, and frees one only when its handle is collected as
 * garbage; but their bytes do not count as garbage, so an idle heap is never collected, and the next
 * blob fails or waits for ever. As many bytes that do count, never touched, bring the collection about.
 */
export function triggerGarbageCollection(bytes: number): void {
  void new ArrayBuffer(bytes);
}
