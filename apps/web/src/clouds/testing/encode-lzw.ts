const CLEAR = 256;
const END = 257;
const LAST_CODE = 4_093;

/** LZW as TIFF 6.0, section 13, has it. */
export function encodeLzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let [bits, buffer, held] = [9, 0, 0];
  const put = (code: number): void => {
    buffer = ((buffer << bits) | code) & 0x3f_ff_ff_ff;
    held += bits;
    while (held >= 8) {
      held -= 8;
      out.push((buffer >>> held) & 0xff);
      buffer &= (1 << held) - 1;
    }
  };
  let table = new Map<string, number>();
  let next = END + 1;
  const clear = (): void => {
    put(CLEAR);
    table = new Map();
    [next, bits] = [END + 1, 9];
  };
  const codeOf = (text: string): number =>
    text.length === 1 ? text.charCodeAt(0) : table.get(text)!;
  clear();
  let known = "";
  for (const byte of bytes) {
    const longer = known + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      known = longer;
      continue;
    }
    put(codeOf(known));
    table.set(longer, next);
    next += 1;
    if (next === 511 + 1 || next === 1_023 + 1 || next === 2_047 + 1) bits += 1;
    if (next > LAST_CODE) clear();
    known = String.fromCharCode(byte);
  }
  if (known !== "") put(codeOf(known));
  put(END);
  if (held > 0) out.push((buffer << (8 - held)) & 0xff);
  return Uint8Array.from(out);
}
