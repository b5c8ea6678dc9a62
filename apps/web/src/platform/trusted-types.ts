interface Rules {
  createHTML(text: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Rules): unknown;
}

/** The build's own scripts; nothing else becomes a worker. */
const ASSET = /^\/assets\/[\w.-]+\.js$/;

/** A worker's address as it is where it is a script of the build's; throws for any other. */
export function workerAddress(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin === location.origin && ASSET.test(pathname)) return url;
  throw new TypeError("not a script of this site");
}

const MARKUP = /[<&]/;

/** A text as it is where no element can come of it; throws for any other. */
export function plainText(text: string): string {
  if (MARKUP.test(text)) throw new TypeError("not plain text");
  return text;
}

// The pages' policy takes no text where a script could come of it (`require-trusted-types-for`).
// Workers are what is left, and the date fields' digits, which those set back as markup: without a rule
// for code that throws. To be imported first.
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", { createHTML: plainText, createScriptURL: workerAddress });
