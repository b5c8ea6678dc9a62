/** Encoding of a text by its first bytes: UTF-8, or UTF-16 with or without a mark. */
export function encodingOf(beginning: Uint8Array): string {
  const [first, second] = beginning;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark, the zeros of Latin letters show which half of a unit comes first.
  const zerosAt = (half: number): number =>
    beginning.filter((byte, index) => byte === 0 && index % 2 === half).length;
  if (zerosAt(1) > beginning.length / 4) return "utf-16le";
  return zerosAt(0) > beginning.length / 4 ? "utf-16be" : "utf-8";
}

const DECODER = new TextDecoder("latin1");

/** Bytes as as many characters, ASCII as it is, so that binary data can be searched as text. */
export function latinText(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}
