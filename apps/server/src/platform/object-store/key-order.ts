const hasSurrogates = (text: string): boolean => /[\ud800-\udfff]/.test(text);

/** The order in which stores list keys, that of their UTF-8 bytes: below 0 where `a` comes first. */
export function compareKeys(a: string, b: string): number {
  // The order of UTF-16 units differs only where surrogates are.
  if (hasSurrogates(a) || hasSurrogates(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
