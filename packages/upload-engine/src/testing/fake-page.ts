import type { Page } from "../ports/page.ts";

/** A page whose events a test triggers. */
export class FakePage implements Page {
  readonly #leaving = new Set<() => void>();
  readonly #online = new Set<() => void>();

  onLeave(listener: () => void): () => void {
    this.#leaving.add(listener);
    return () => void this.#leaving.delete(listener);
  }

  onOnline(listener: () => void): () => void {
    this.#online.add(listener);
    return () => void this.#online.delete(listener);
  }

  leave(): void {
    for (const listener of this.#leaving) listener();
  }

  online(): void {
    for (const listener of this.#online) listener();
  }
}
