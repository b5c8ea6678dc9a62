const COMMA = 0x2c;

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;

/**
 * The first two numbers of each tuple of a KML `coordinates` element: tuples are parted by spaces,
 * their numbers by commas, which may have spaces around them. Walks the text without cutting it up,
 * so that megabytes of it cost no more memory than their positions.
 */
export function* coordinateTuples(
  text: string,
): Generator<readonly [longitude: string, latitude: string]> {
  let [longitude, latitude] = ["", ""];
  let [column, open, afterComma] = [0, false, false];
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      column += 1;
      [open, afterComma] = [true, true];
      at += 1;
    } else if (isSpace(code)) at += 1;
    else {
      if (open && !afterComma) {
        yield [longitude, latitude];
        [longitude, latitude, column] = ["", "", 0];
      }
      const end = wordEnd(text, at);
      if (column === 0) longitude = text.slice(at, end);
      if (column === 1) latitude = text.slice(at, end);
      [open, afterComma] = [true, false];
      at = end;
    }
  }
  if (open) yield [longitude, latitude];
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === COMMA || isSpace(code)) break;
    at += 1;
  }
  return at;
}
