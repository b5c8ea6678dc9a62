const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Styles of a page that has both looks and follows `color-scheme`, as `qa.html` does. */
const BOTH_LOOKS = /light-dark\(/;

/**
 * A report's page for a sandboxed frame: nothing in it runs, nothing is loaded from anywhere, links
 * lead nowhere. The policy of this page is inherited by the frame, so that styles carry its nonce. A page
 * that has both looks has the portal's, which need not be the system's; others are as they were made.
 */
export function framedPage(html: string, look: "light" | "dark", nonce = pageNonce()): string {
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY}">`;
  const looked = BOTH_LOOKS.test(html) ? `${html}<style>:root{color-scheme:${look}}</style>` : html;
  const styled =
    nonce === undefined
      ? looked
      : looked.replaceAll(/<style(?=[\s>])/gi, (tag) => `${tag} nonce="${nonce}"`);
  // Before all that the report itself says.
  const start = /^\s*(?:<!doctype[^>]*>)?\s*/i.exec(styled)?.[0] ?? "";
  return `${start}${policy}${styled.slice(start.length)}`;
}

const pageNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
