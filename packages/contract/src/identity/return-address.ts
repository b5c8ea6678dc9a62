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
