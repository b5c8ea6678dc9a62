const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/**
 * A report's page for a sandboxed frame: nothing in it runs, nothing is loaded from anywhere, links
 * lead nowhere. The policy of this page is inherited by the frame, so that styles carry its nonce.
 */
export function framedPage(html: string, nonce = pageNonce()): string {
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY}">`;
  const styled =
    nonce === undefined
      ? html
      : html.replaceAll(/<style(?=[\s>])/gi, (tag) => `${tag} nonce="${nonce}"`);
  // Before all that the report itself says.
  const start = /^\s*(?:<!doctype[^>]*>)?\s*/i.exec(styled)?.[0] ?? "";
  return `${start}${policy}${styled.slice(start.length)}`;
}

const pageNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
