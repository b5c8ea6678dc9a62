const LONGEST = 2_048;
const SITE = "https://swath.invalid";
/** One slash, and nothing that browsers read in another way than it is written. */
const PATH = /^\/(?!\/)[^\\\p{Cc}]*$/u;
/** Sign-in and sign-out, the embedded provider, calls and files: none of them is a page. */
const NO_PAGE = /^\/(login|auth|idp|api|store)(\/|$)/i;

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * The path, query and fragment that sign-in may return to: those of a page of this site, written as
 * URLs write them; `/` for anything else. Server and browser both keep to it.
 */
export function safeReturn(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > LONGEST || !wanted.isWellFormed()) return "/";
  const url = PATH.test(wanted) ? URL.parse(wanted, SITE) : null;
  if (url === null || url.origin !== SITE) return "/";
  // Dot segments may leave two slashes, which begin another site's address; routers decode.
  const path = decoded(url.pathname);
  if (!PATH.test(url.pathname) || path === undefined || !PATH.test(path)) return "/";
  if (NO_PAGE.test(path)) return "/";
  const address = url.pathname + url.search + url.hash;
  return address.length > LONGEST ? "/" : address;
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
