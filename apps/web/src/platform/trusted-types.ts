interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): unknown;
}

/** The build's own scripts; nothing else becomes a worker. */
const ASSET = /^\/assets\/[\w.-]+\.js$/;

/** A worker's address as it is where it is a script of the build's; throws for any other. */
export function workerAddress(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && ASSET.test(pathname)) return url;
  throw new TypeError("not a script of this site");
}

/** Text in which nothing can be markup, as it is; throws for any other. */
export function plainText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  throw new TypeError("not plain text");
}

// The pages' policy takes no text where a script could come of it (`require-trusted-types-for`).
// Workers are what is left, and the fields of dates, which set their digits as markup: without rules
// for code that throws. To be imported first.
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", { createHTML: plainText, createScriptURL: workerAddress });
