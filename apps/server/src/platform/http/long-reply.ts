import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Lists longer than this are written in slices of so many. */
const SLICE = 2_000;

type Fields = Readonly<Record<string, unknown>>;

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > SLICE;

/** Whether one of a reply's own fields is so long a list that its JSON would hold up the event loop. */
export function hasLongList(reply: unknown): reply is Fields {
  return typeof reply === "object" && reply !== null && Object.values(reply).some(isLong);
}

async function* pieces(reply: Fields): AsyncGenerator<string> {
  let before = "{";
  for (const [key, value] of Object.entries(reply)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ",";
    if (isLong(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield before === "{" ? "{}" : "}";
}

async function* listPieces(list: readonly unknown[]): AsyncGenerator<string> {
  for (let at = 0; at < list.length; at += SLICE) {
    const slice = JSON.stringify(list.slice(at, at + SLICE)).slice(1, -1);
    yield `${at === 0 ? "[" : ","}${slice}`;
    await nextTurn();
  }
  yield "]";
}

/** The JSON of a reply as a stream; other work of the process has its turn between. */
export function longJson(reply: Fields): Readable {
  return Readable.from(pieces(reply), { objectMode: false });
}
