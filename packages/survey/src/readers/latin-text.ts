const PIECE = 8192;

/** Bytes as characters of the same number (ISO 8859-1), so that binary data can be searched as text. */
export function latinText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}
