import type { Page } from "../ports/page.ts";

/** A program in place of a page: it says itself when it ends and when the network is back. */
export class NodePage implements Page {
  readonly #leave = new Set<() => void>();
  /** One of each call that waits; an EventTarget would warn from the eleventh on. */
  readonly #online = new Set<() => void>();

  onLeave(listener: () => void): () => void {
    return added(this.#leave, listener);
  }

  onOnline(listener: () => void): () => void {
    return added(this.#online, listener);
  }

  /** No device tells a program. */
  onOffline(): () => void {
    return () => {};
  }

  /** A program shares its machine with no other page. */
  tellOthers(): void {}

  onTold(): () => void {
    return () => {};
  }

  leave(): void {
    for (const listener of this.#leave) listener();
  }

  goOnline(): void {
    for (const listener of this.#online) listener();
  }
}

function added(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
