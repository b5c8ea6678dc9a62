import { latinText } from "../latin-text.ts";

const DECLARED =
  /^(?:\s|\xef\xbb\xbf)*<\?xml[^>]{0,80}encoding\s{0,8}=\s{0,8}["']([A-Za-z0-9._:-]{1,40})/;

/**
 * The decoder for an XML document, by its first bytes (XML 1.0, appendix F): byte order mark, zeros
 * beside the first letter, the XML declaration, else UTF-8. A declaration of UTF-16 that can be read
 * byte by byte is wrong; such documents are UTF-8.
 */
export function xmlDecoder(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  if (first !== 0 && second === 0) return new TextDecoder("utf-16le");
  if (first === 0 && second !== 0 && second !== undefined) return new TextDecoder("utf-16be");
  const label = DECLARED.exec(latinText(bytes.subarray(0, 200)))?.[1] ?? "utf-8";
  if (/^(?:utf-?16|iso-10646-ucs-2|ucs-2)/i.test(label)) return new TextDecoder("utf-8");
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder("utf-8");
  }
}
