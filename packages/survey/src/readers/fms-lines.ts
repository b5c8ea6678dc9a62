import type { FileSource } from "./file-source.ts";
import { encodingOf } from "./text-encoding.ts";

/** A line as the flight management system logged it: GPS week and seconds of it. */
export interface FmsLine {
  readonly name: string;
  readonly week: number;
  readonly start: number;
  /** Seconds of the same week; goes on over its end. */
  readonly end: number;
}

const MOST_BYTES = 134_217_728;
const PIECE_BYTES = 4_194_304;
const WEEK_SECONDS = 604_800;
/** A START or END of a line, at the beginning of each line of a text. */
const EVENTS =
  /^[ \t"]{0,16}(\d{4})[ \t,;:]{1,8}(\d{1,6}(?:\.\d{1,9})?)[ \t,;"]{1,8}LINE[ \t_:#-]{1,8}(\S{1,32})[ \t]{1,8}(START|END)\b/gim;

/**
 * The flight lines of an FMS log in the house form of docs/formats.md (`2409 522018.000 LINE 001
 * START`), in the order of their starts; of its first 128 MB. A line without an end is none.
 */
export async function readFmsLines(source: FileSource): Promise<readonly FmsLine[]> {
  const collected = new FmsLines();
  for await (const text of textLines(source)) collected.take(text);
  return collected.lines;
}

/** Of a log that never ends, more lines are none. */
const MOST_LINES = 100_000;

/** Joins the STARTs and ENDs of a log's lines, as they come. */
export class FmsLines {
  readonly lines: FmsLine[] = [];
  readonly #started = new Map<string, { readonly week: number; readonly seconds: number }>();

  /** Takes a text of whole lines. */
  take(text: string): void {
    for (const [, week, seconds, name = "", event = ""] of text.matchAll(EVENTS)) {
      const at = { week: Number(week), seconds: Number(seconds) };
      if (event.toUpperCase() === "START") {
        if (this.#started.size < MOST_LINES) this.#started.set(name, at);
      } else this.#end(name, at);
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

async function* textLines(source: FileSource): AsyncGenerator<string> {
  const size = Math.min(source.size, MOST_BYTES);
  const decoder = new TextDecoder(encodingOf(await source.read(0, Math.min(size, 1_024))));
  let carry = "";
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const bytes = await source.read(at, Math.min(size, at + PIECE_BYTES));
    const parts = (carry + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r/);
    carry = (parts.pop() ?? "").slice(-1_024);
    yield* parts;
  }
  yield carry;
}
