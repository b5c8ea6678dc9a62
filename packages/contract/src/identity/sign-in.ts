const LONGEST = 2_048;
const SITE = "https://swath.invalid";
/** One slash, and nothing that browsers read in another way than it is written. */
const PATH = /^\/(?!\/)[^\\\p{Cc}]*$/u;
/** Sign-in and sign-out, the embedded provider, calls and files: none of them is a page. */
const NO_PAGE = /^\/(login|auth|idp|api|store)(\/|$)/i;

/** Whether a path as routers decode it is that of a page: dot segments may have left two slashes. */
function isPage(pathname: string): boolean {
  try {
    const path = decodeURIComponent(pathname);
    return PATH.test(path) && !NO_PAGE.test(path);
  } catch {
    return false;
  }
}

/**
 * The path, query and fragment that sign-in may return to: those of a page of this site, written as
 * URLs write them; `/` for anything else. Server and browser both keep to it.
 */
export function safeReturn(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > LONGEST || !wanted.isWellFormed()) return "/";
  if (!PATH.test(wanted)) return "/";
  const { pathname, search, hash } = new URL(wanted, SITE);
  const address = pathname + search + hash;
  return isPage(pathname) && address.length <= LONGEST ? address : "/";
}

/**
 * Why a sign-in came to nothing: its attempt is not this browser's, or too old; the provider let the
 * person not in; what signing in needs does not answer; too many sign-ins of one address; anything else.
 */
export const SIGN_IN_PROBLEMS = ["expired", "denied", "away", "busy", "failed"] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/**
 * Error codes of a provider that are shown to people; an address may say anything else. RFC 6749,
 * 4.1.2.1 and 5.2; OpenID Connect Core 1.0, 3.1.2.6; RFC 8707, 2; RFC 9126, 2.3.
 */
export const PROVIDER_ERRORS = [
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_request_object",
  "invalid_request_uri",
  "invalid_scope",
  "invalid_target",
  "login_required",
  "registration_not_supported",
  "request_not_supported",
  "request_uri_not_supported",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unmet_authentication_requirements",
  "unsupported_grant_type",
  "unsupported_response_type",
] as const;
export type ProviderError = (typeof PROVIDER_ERRORS)[number];
