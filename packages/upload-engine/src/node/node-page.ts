import type { Page } from "../ports/page.ts";

/** A program in place of a page: it says itself when it ends and when the network is back. */
export class NodePage implements Page {
  readonly #events = new EventTarget();

  onLeave(listener: () => void): () => void {
    return this.#on("leave", listener);
  }

  onOnline(listener: () => void): () => void {
    return this.#on("online", listener);
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
    this.#events.dispatchEvent(new Event("leave"));
  }

  goOnline(): void {
    this.#events.dispatchEvent(new Event("online"));
  }

  #on(event: "leave" | "online", listener: () => void): () => void {
    this.#events.addEventListener(event, listener);
    return () => this.#events.removeEventListener(event, listener);
  }
}
