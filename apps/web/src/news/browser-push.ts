import type { PushSubscriptionBody } from "@swath/contract/news";
import workerUrl from "./push.worker.ts?worker&url";

/** Push as a browser has it. */
export interface BrowserPush {
  /** `refused`: by its person, who alone can change that, in the browser's own settings. */
  readonly state: () => "unsupported" | "refused" | "possible";
  /** Asks the person where they were not asked yet; undefined where they refuse. */
  readonly subscribe: (publicKey: string) => Promise<PushSubscriptionBody | undefined>;
  /** Ends the browser's subscription and answers its address; undefined where there is none. */
  readonly unsubscribe: () => Promise<string | undefined>;
}

/** The worker of this build, once it runs: a subscription takes one that does. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerUrl);
  const coming = registration.installing ?? registration.waiting;
  if (registration.active !== null || coming === null) return registration;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
      if (coming.state === "redundant") reject(new Error("the service worker did not start"));
    });
  });
  return registration;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
};
const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription that was made for another key of the server's is worth nothing. */
async function subscribed(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const kept = await pushManager.getSubscription();
  if (kept !== null && textOf(kept.options.applicationServerKey) !== publicKey)
    await kept.unsubscribe();
  return pushManager.subscribe(options);
}

export const browserPush: BrowserPush = {
  state: () => {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
      return "unsupported";
    return Notification.permission === "denied" ? "refused" : "possible";
  },
  subscribe: async (publicKey) => {
    if ((await Notification.requestPermission()) !== "granted") return undefined;
    const subscription = await subscribed(await register(), publicKey);
    const keys = {
      p256dh: textOf(subscription.getKey("p256dh")),
      auth: textOf(subscription.getKey("auth")),
    };
    return { endpoint: subscription.endpoint, keys };
  },
  unsubscribe: async () => {
    const subscription = await current();
    await subscription?.unsubscribe();
    return subscription?.endpoint;
  },
};
