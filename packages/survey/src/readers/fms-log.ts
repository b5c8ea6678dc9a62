import { gpsToUtc, WEEK_SECONDS } from "../gps-time.ts";
import { partsIn } from "../rules/flight-parts.ts";
import { type FileSource, type ReadResult, refused } from "./file-source.ts";
import { encodingOf } from "../bytes.ts";

/** The metadata of a log of the flight management system. */
export interface FmsSummary {
  /** `PRJ` and five digits, in the order in which they come up. */
  readonly projectIds: readonly string[];
  /** Earliest and latest time, UTC in milliseconds since 1970; undefined where the log has none. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** `FL…_NN`, in the order in which they come up. */
  readonly parts: readonly string[];
  /** Lines logged with start and end, in the house form of docs/formats.md. */
  readonly lines: readonly FmsLine[];
}

const CHUNK_BYTES = 8_388_608;
const LOOKED_BYTES = 1024;
const WHOLE_BYTES = 16 * CHUNK_BYTES;
const OPENING_BYTES = 8 * CHUNK_BYTES;
const PIECE_BYTES = 262_144;
/** A longer line is cut: only its last characters wait for the next piece. */
const LONGEST_LINE = 16_384;
const LONGEST_WORD = 64;
const MOST_PROJECTS = 1000;
const MOST_PARTS = 100;
const FIRST_WEEK = 1000;
const LAST_WEEK = 4000;

const PROJECT = /(?<![0-9A-Za-z])PRJ\d{5}(?!\d)/gi;
const LABELLED_WEEK = /week[^\d\r\n]{0,12}(\d{4})[^\d\r\n]{1,40}(\d{1,6}(?:\.\d{1,9})?)/gi;
const LEADING_WEEK =
  /^[ \t"]{0,16}(?:GPS[T:]?[ \t]{0,8})?(\d{4})[ \t,;:]{1,8}(\d{1,6}(?:\.\d{1,9})?)(?=[\s,;"]|$)/gim;
const ISO =
  /(\d{4}[-/]\d{2}[-/]\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)\s?(Z|UTC|[+-]\d{2}:?\d{2})?/gi;

/**
 * Reads a FMS log; of one over 128 MB the first 64 MB and the last 8 MB. House reader: the format
 * is not public. Text lines in UTF-8, UTF-16 or an 8-bit encoding; times as GPS week and seconds of
 * the week, or ISO 8601 (UTC unless it says otherwise).
 */
export async function readFmsLog(source: FileSource): Promise<ReadResult<FmsSummary>> {
  if (source.size === 0) return refused("empty");
  const state: FmsState = {
    projects: new Set(),
    parts: new Set(),
    lines: new FmsLines(),
    start: Infinity,
    end: -Infinity,
  };
  const encoding = encodingOf(await source.read(0, Math.min(source.size, LOOKED_BYTES)));
  for (const [from, to] of readSpans(source.size)) {
    const span = { from, to, decoder: new TextDecoder(encoding) };
    await takeSpan(source, span, (text) => takeText(text, state));
  }
  const timed = state.start <= state.end;
  return {
    ok: true,
    projectIds: [...state.projects],
    start: timed ? state.start : undefined,
    end: timed ? state.end : undefined,
    parts: [...state.parts],
    lines: state.lines.lines,
  };
}

function readSpans(size: number): readonly (readonly [from: number, to: number])[] {
  if (size <= WHOLE_BYTES) return [[0, size]];
  // An even place: a unit of UTF-16 has two bytes.
  return [
    [0, OPENING_BYTES],
    [Math.floor((size - CHUNK_BYTES) / 2) * 2, size],
  ];
}

/** Hands on the text of a part of a file, whole lines at a time. */
async function takeSpan(
  source: FileSource,
  { from, to, decoder }: { from: number; to: number; decoder: TextDecoder },
  take: (text: string) => void,
): Promise<void> {
  let carry = "";
  for (let at = from; at < to; at += CHUNK_BYTES) {
    const chunk = await source.read(at, Math.min(at + CHUNK_BYTES, to));
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      const text = carry + decoder.decode(piece, { stream: true });
      const lines = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
      const taken = Math.max(lines, text.length - LONGEST_LINE);
      take(text.slice(0, taken));
      // A line that is cut is taken up again a little earlier, so that no word falls into the cut.
      carry = text.slice(taken === lines ? taken : Math.max(0, taken - LONGEST_WORD));
    }
  }
  take(carry + decoder.decode());
}

interface FmsState {
  readonly projects: Set<string>;
  readonly parts: Set<string>;
  readonly lines: FmsLines;
  start: number;
  end: number;
}

function takeText(text: string, state: FmsState): void {
  if (state.projects.size < MOST_PROJECTS)
    for (const [id] of text.matchAll(PROJECT)) state.projects.add(id.toUpperCase());
  if (state.parts.size < MOST_PARTS) for (const part of partsIn(text)) state.parts.add(part);
  state.lines.take(text);
  for (const pattern of [LEADING_WEEK, LABELLED_WEEK])
    for (const [, week, seconds] of text.matchAll(pattern)) takeGps(week, seconds, state);
  for (const [, day, time, zone] of text.matchAll(ISO)) {
    const date = day!.replaceAll("/", "-");
    const offset = zone === undefined || zone.toUpperCase() === "UTC" ? "Z" : zone;
    takeTime(Date.parse(`${date}T${time}${offset.toUpperCase()}`), state);
  }
}

function takeGps(week: string | undefined, seconds: string | undefined, state: FmsState): void {
  const at = { week: Number(week), seconds: Number(seconds) };
  if (at.week < FIRST_WEEK || at.week > LAST_WEEK || at.seconds >= WEEK_SECONDS) return;
  takeTime(Math.round(gpsToUtc(at)), state);
}

function takeTime(time: number, state: FmsState): void {
  if (Number.isNaN(time)) return;
  state.start = Math.min(state.start, time);
  state.end = Math.max(state.end, time);
}

/** A line as the flight management system logged it: GPS week and seconds of it. */
export interface FmsLine {
  readonly name: string;
  readonly week: number;
  readonly start: number;
  /** Seconds of the same week; goes on over its end. */
  readonly end: number;
}

/** A START or END of a line, at the beginning of each line of a text. */
const EVENTS =
  /^[ \t"]{0,16}(\d{4})[ \t,;:]{1,8}(\d{1,6}(?:\.\d{1,9})?)[ \t,;"]{1,8}LINE[ \t_:#-]{1,8}(\S{1,32})[ \t]{1,8}(START|END)\b/gim;

/**
 * The flight lines of an FMS log in the house form of docs/formats.md (`2409 522018.000 LINE 001
 * START`), in the order of their starts; reads the first 128 MB. A line without an end does not
 * count.
 */
export async function readFmsLines(source: FileSource): Promise<readonly FmsLine[]> {
  const collected = new FmsLines();
  const encoding = encodingOf(await source.read(0, Math.min(source.size, LOOKED_BYTES)));
  const to = Math.min(source.size, WHOLE_BYTES);
  await takeSpan(source, { from: 0, to, decoder: new TextDecoder(encoding) }, (text) =>
    collected.take(text),
  );
  return collected.lines;
}

/** A log may be endless: further lines are ignored. */
const MOST_LINES = 100_000;

/** Joins the STARTs and ENDs of a log's lines, as they come. */
class FmsLines {
  readonly lines: FmsLine[] = [];
  readonly #started = new Map<string, { readonly week: number; readonly seconds: number }>();

  /** Takes a text of whole lines. */
  take(text: string): void {
    for (const [, week, seconds, name, event] of text.matchAll(EVENTS)) {
      const at = { week: Number(week), seconds: Number(seconds) };
      if (event!.toUpperCase() === "START") {
        if (this.#started.size < MOST_LINES) this.#started.set(name!, at);
      } else this.#end(name!, at);
    }
  }

  #end(name: string, at: { readonly week: number; readonly seconds: number }): void {
    const start = this.#started.get(name);
    this.#started.delete(name);
    if (start === undefined || this.lines.length === MOST_LINES) return;
    const end = (at.week - start.week) * WEEK_SECONDS + at.seconds;
    if (end > start.seconds) this.lines.push({ name, week: start.week, start: start.seconds, end });
  }
}
