const DECODER = new TextDecoder("latin1");

/** Bytes as as many characters, ASCII as it is, so that binary data can be searched as text. */
export function latinText(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}
