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
const EVENT =
  /^[ \t"]{0,16}(\d{4})[ \t,;:]{1,8}(\d{1,6}(?:\.\d{1,9})?)[ \t,;"]{1,8}LINE[ \t_:#-]{1,8}(\S{1,32})[ \t]{1,8}(START|END)\b/i;

/**
 * The flight lines of an FMS log in the house form of docs/formats.md (`2409 522018.000 LINE 001
 * START`), in the order of their starts; of its first 128 MB. A line without an end is none.
 */
export async function readFmsLines(source: FileSource): Promise<readonly FmsLine[]> {
  const started = new Map<string, { readonly week: number; readonly seconds: number }>();
  const lines: FmsLine[] = [];
  for await (const text of textLines(source)) {
    const [, week, seconds, name = "", event = ""] = EVENT.exec(text) ?? [];
    const at = { week: Number(week), seconds: Number(seconds) };
    if (Number.isNaN(at.seconds)) continue;
    if (event.toUpperCase() === "START") {
      started.set(name, at);
      continue;
    }
    const start = started.get(name);
    started.delete(name);
    if (start === undefined) continue;
    const end = (at.week - start.week) * WEEK_SECONDS + at.seconds;
    if (end > start.seconds) lines.push({ name, week: start.week, start: start.seconds, end });
  }
  return lines;
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
