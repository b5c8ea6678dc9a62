import createCache from "@emotion/cache";
import type { EmotionCache } from "@emotion/cache";

/** Where styles go; they carry the page's nonce (`<meta name="csp-nonce">`) if it has one. */
export function styleCache(page: Document): EmotionCache {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return createCache({ key: "css", prepend: true, ...(nonce === undefined ? {} : { nonce }) });
}
