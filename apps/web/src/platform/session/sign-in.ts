import { safeReturn } from "@swath/contract/identity";
import { membersOf } from "@swath/contract/read-value";

/** What the tabs of one browser tell each other of its session; each confirms it with the server. */
export type TabMessage =
  | { readonly kind: "signedIn"; readonly subject: string }
  | { readonly kind: "signedOut" };

function messageOf(data: unknown): TabMessage | undefined {
  const { kind, subject } = membersOf(data);
  if (kind === "signedOut") return { kind };
  return kind === "signedIn" && typeof subject === "string" ? { kind, subject } : undefined;
}

const CHANNEL = "swath-session";

/** The other tabs of this browser that show these pages. */
export interface OtherTabs {
  readonly tell: (message: TabMessage) => void;
  /** Returns how to stop listening. */
  readonly listen: (hear: (message: TabMessage) => void) => () => void;
}

export function otherTabs(): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tell: (message) => channel.postMessage(message),
    listen: (hear) => {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        const message = messageOf(data);
        if (message !== undefined) hear(message);
      };
      channel.addEventListener("message", receive);
      return () => channel.removeEventListener("message", receive);
    },
  };
}

let leaving = false;

/**
 * Tells the other tabs once this page has been left for signing out: by then the server has ended
 * the session. A person who stays after all tells nothing.
 */
export function tellOfSignOut(): void {
  if (leaving) return;
  leaving = true;
  window.addEventListener(
    "pagehide",
    () => new BroadcastChannel(CHANNEL).postMessage({ kind: "signedOut" } satisfies TabMessage),
    { once: true },
  );
}

/** The page at which a sign-in in a window of its own ends. */
export const SIGNED_IN_PAGE = "/sign-in-done";

/**
 * Where sign-in begins: the server sends the browser on to the identity provider, which asks who it
 * is where it is to be someone else than the person signed in there.
 */
export function signInAddress(returnTo: string, as: "anyone" | "someoneElse" = "anyone"): string {
  const query = new URLSearchParams({ returnTo: safeReturn(returnTo) });
  if (as === "someoneElse") query.set("prompt", "login");
  return `/auth/login?${query.toString()}`;
}

/** Opens sign-in in a window of its own, so that this page stays as it is. */
export function openSignIn(as: "anyone" | "someoneElse"): void {
  window.open(signInAddress(SIGNED_IN_PAGE, as), "swath-sign-in", "popup,width=520,height=720");
}

/** Ends the session here and at the identity provider. */
export const SIGN_OUT_ADDRESS = "/auth/logout";
