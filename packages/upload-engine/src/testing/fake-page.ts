import type { Page } from "../ports/uploader-ports.ts";

/** A page whose events a test triggers. */
export class FakePage implements Page {
  readonly #leaving = new Set<() => void>();
  readonly #online = new Set<() => void>();
  readonly #offline = new Set<() => void>();
  readonly #told = new Set<() => void>();
  /** The other pages of its browser. */
  others: readonly FakePage[] = [];

  onLeave(listener: () => void): () => void {
    this.#leaving.add(listener);
    return () => void this.#leaving.delete(listener);
  }

  onOnline(listener: () => void): () => void {
    this.#online.add(listener);
    return () => void this.#online.delete(listener);
  }

  onOffline(listener: () => void): () => void {
    this.#offline.add(listener);
    return () => void this.#offline.delete(listener);
  }

  onTold(listener: () => void): () => void {
    this.#told.add(listener);
    return () => void this.#told.delete(listener);
  }

  tellOthers(): void {
    for (const other of this.others) for (const listener of other.#told) listener();
  }

  leave(): void {
    for (const listener of this.#leaving) listener();
  }

  offline(): void {
    for (const listener of this.#offline) listener();
  }

  online(): void {
    for (const listener of this.#online) listener();
  }
}
