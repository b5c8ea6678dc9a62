import { safeReturn } from "@swath/contract/identity";

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
