import type { Page } from "../ports/page.ts";

function on(event: "pagehide" | "online" | "offline", listener: () => void): () => void {
  globalThis.addEventListener(event, listener);
  return () => globalThis.removeEventListener(event, listener);
}

const openChannel = (): BroadcastChannel => new BroadcastChannel("swath-uploads");

/** The page's own events; `pagehide` is the last that a closing page is sure to get. */
export const browserPage: Page = {
  onLeave: (listener) => on("pagehide", listener),
  onOnline: (listener) => on("online", listener),
  onOffline: (listener) => on("offline", listener),
  tellOthers: () => openChannel().postMessage("takenOver"),
  onTold: (listener) => {
    const channel = openChannel();
    channel.addEventListener("message", listener);
    return () => channel.close();
  },
};
