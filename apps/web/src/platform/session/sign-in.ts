const ELSEWHERE = "https://elsewhere.invalid";

/** The path and search to come back to after sign-in; `/` for anything that is not of this site. */
export function safeReturn(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/";
  const url = URL.parse(wanted, ELSEWHERE);
  if (url === null || url.origin !== ELSEWHERE || url.pathname.startsWith("//")) return "/";
  if (url.pathname === "/login" || url.pathname.startsWith("/auth/")) return "/";
  return url.pathname + url.search;
}

/** Where sign-in begins: the server sends the browser on to the identity provider. */
export function signInAddress(returnTo: string): string {
  return `/auth/login?${new URLSearchParams({ returnTo: safeReturn(returnTo) }).toString()}`;
}

/** Ends the session here and at the identity provider. */
export const SIGN_OUT_ADDRESS = "/auth/logout";
