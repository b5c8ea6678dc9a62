/** Whether a text was read; in words why not. */
export type TuplesRead =
  | {
      readonly ok: true;
      /** Whether all tuples were pairs of whole numbers: so decimal commas make them. */
      readonly whole: boolean;
    }
  | { readonly ok: false; readonly about: string };

/** Takes a position: degrees. */
export type TakePosition = (longitude: number, latitude: number) => void;

const COMMA = 0x2c;
/** No `Infinity`, no `0x1F`: what XML Schema calls a decimal, and powers of ten. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const FRACTION = /[.e]/i;
/** A plan is no larger: where a text can be read in two ways, a wider one is the wrong one. */
const WIDEST_DEGREES = 10;
const WIDER = 10;

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;

/**
 * Reads the tuples of a KML `coordinates` element (OGC 12-007r2, 16.9): numbers with commas between
 * them, which may have spaces around them, and tuples with spaces between them. More than three
 * numbers with commas alone are read as Google Earth draws them, three to a tuple
 * (placemark/togeojson#68), where only triples or only pairs are possible. A text with two
 * readings, or none, is refused.
 */
export function readTuples(text: string, take: TakePosition): TuplesRead {
  const run: Run = { values: [], spaced: [], whole: true };
  let [whole, comma, spaces] = [true, false, false];
  const end = (): string | undefined => {
    const fault = takeRun(run, take, whole);
    whole &&= run.whole && run.values.length <= 2;
    [run.values, run.spaced, run.whole] = [[], [], true];
    return fault;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      if (comma || run.values.length === 0) return missing(text, at);
      [comma, spaces] = [true, false];
      at += 1;
    } else if (isSpace(code)) {
      spaces = true;
      at += 1;
    } else {
      if (!comma && run.values.length > 0) {
        const fault = end();
        if (fault !== undefined) return { ok: false, about: fault };
      }
      const to = wordEnd(text, at);
      const word = text.slice(at, to);
      const value = NUMBER.test(word) ? Number(word) : Number.NaN;
      if (!Number.isFinite(value)) return { ok: false, about: `${shown(word)} is not a number` };
      if (comma && spaces) run.spaced.push(run.values.length);
      run.values.push(value);
      run.whole &&= !FRACTION.test(word);
      [comma, spaces] = [false, false];
      at = to;
    }
  }
  const fault = end();
  return fault === undefined ? { ok: true, whole } : { ok: false, about: fault };
}

/** Numbers with commas between them. */
interface Run {
  values: number[];
  /** Those, by their index, that have a space between them and the comma before. */
  spaced: number[];
  whole: boolean;
}

function takeRun(run: Run, take: TakePosition, whole: boolean): string | undefined {
  const { values } = run;
  if (values.length === 0) return undefined;
  if (values.length === 1) {
    const hint = whole && run.whole ? ": are these decimal commas?" : "";
    return `${values[0]} stands alone, where a position has two numbers or three${hint}`;
  }
  const size = tupleSize(run);
  if (typeof size === "string") return size;
  for (let at = 0; at < values.length; at += size) take(values[at]!, values[at + 1]!);
  return undefined;
}

/** How many numbers a tuple has; in words why that is not known. */
function tupleSize({ values, spaced, whole }: Run): number | string {
  const count = values.length;
  if (count === 2 || count === 3) return count;
  const commas = `${count} numbers with commas alone between them`;
  if (whole) return `${commas}, all without a fraction: are these decimal commas?`;
  for (const size of [2, 3])
    if (count % size === 0 && spaced.length === count / size - 1)
      if (spaced.every((index) => index % size === 0)) return size;
  const [pairs, triples] = [2, 3].map((size) => widthOf(values, size));
  const likely = count % 6 === 0 ? triples! <= WIDEST_DEGREES && pairs! > WIDER * triples! : true;
  const size = count % 3 === 0 ? 3 : 2;
  if (likely && widthOf(values, size) <= WIDEST_DEGREES) return size;
  return `${commas} can be read in more than one way, or in none: put a space between the positions`;
}

/** Degrees that the positions span in the wider direction; infinite where they cannot be positions. */
function widthOf(values: readonly number[], size: number): number {
  if (values.length % size !== 0) return Infinity;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < values.length; at += size) {
    const [x, y] = [values[at]!, values[at + 1]!];
    if (Math.abs(x) > 180 || Math.abs(y) > 90) return Infinity;
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return Math.max(east - west, north - south);
}

const SHOWN = 24;
const shown = (word: string): string =>
  `"${word.slice(0, SHOWN)}${word.length > SHOWN ? "…" : ""}"`;

function missing(text: string, at: number): TuplesRead {
  return { ok: false, about: `a number is missing in ${shown(text.slice(Math.max(0, at - 12)))}` };
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
