/** What RFC 8187 lets stand as it is in an extended value (attr-char). */
const PLAIN = /[A-Za-z0-9!#$&+.^_`|~-]/;
/** Of another name that the file systems of people refuse, or that would leave the quotes. */
const AWKWARD = /["\\/:*?<>|%;]/g;

const percentEncoded = (character: string): string =>
  Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&");

/**
 * A `Content-Disposition` that has a browser save the reply under this name (RFC 6266): a plain name
 * for old ones, and the true one in UTF-8 (RFC 8187). Nothing in a name can end the header.
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed();
  const plain = Array.from(name, (c) => (/[\u0020-\u007e]/.test(c) ? c : "_")).join("");
  const encoded = Array.from(name, (c) => (PLAIN.test(c) ? c : percentEncoded(c))).join("");
  return `attachment; filename="${plain.replaceAll(AWKWARD, "_")}"; filename*=UTF-8''${encoded}`;
}
