import type { FileSource } from "../file-source.ts";
import { type Damage, type JudgeFormat, readTail, zeroTail } from "./damage.ts";
import { judgeJpeg, judgeIiq, judgeTiff } from "./image-damage.ts";
import { judgeLas } from "./las-damage.ts";
import { judgeExcel, judgePdf, judgeZip } from "./document-damage.ts";
import {
  judgeRange,
  judgeChecksum,
  judgeLines,
  judgeMarkup,
  judgeTable,
  judgeText,
  judgeWorldFile,
} from "./text-damage.ts";
import { WORLD_FILE } from "../world-file.ts";

/** Formats by their suffix; of any other file the zeros at its end are judged alone. */
const JUDGES: readonly (readonly [claims: RegExp, judge: JudgeFormat])[] = [
  [/\.la[sz]$/i, judgeLas],
  [/\.range$/i, judgeRange],
  [/\.(?:kmz|xlsx|zip)$/i, judgeZip],
  [/\.xls$/i, judgeExcel],
  [/\.pdf$/i, judgePdf],
  [/\.jpe?g$/i, judgeJpeg],
  [/\.tiff?$/i, judgeTiff],
  [/\.iiq$/i, judgeIiq],
  // RINEX: observations and navigation messages.
  [/\.(?:log|\d{2}o|\d{0,2}[ng])$/i, judgeLines],
  [/\.csv$/i, judgeTable],
  [/\.(?:kml|xml|json)$/i, judgeMarkup],
  [/\.(?:txt|cfg|ini)$/i, judgeText],
  [/\.sha1$/i, judgeChecksum],
  [WORLD_FILE, judgeWorldFile],
];

/** Of fewer bytes without a format nothing can be told: they are not read. */
const FEWEST_BYTES = 16;

/**
 * Judges whether a file is a copy that broke off, by its end and by what it says of itself: reads its
 * last 4 KB, of formats that tell their length some small pieces more, and small files in one piece. Undefined where nothing is
 * wrong, or nothing can be told. The recordings of a series are judged together, elsewhere.
 */
export async function readDamage(of: FileSource): Promise<Damage | undefined> {
  const judge = JUDGES.find(([claims]) => claims.test(of.path))?.[1];
  if (of.size === 0 || (judge === undefined && of.size < FEWEST_BYTES)) return undefined;
  const source = bounded(of);
  const tail = await readTail(source);
  const judged = await judge?.(source, tail);
  if (judged === "whole") return undefined;
  return tail.zeros ? zeroTail(source.size) : judged;
}

/** Opening a file takes longer than reading this much: of smaller ones one read serves all. */
const SMALL_BYTES = 65_536;

/** Reads nothing outside of the file, wherever a damaged one leads. */
function bounded(source: FileSource): FileSource {
  const { path, size } = source;
  const within = (at: number): number => Math.min(Math.max(at, 0), size);
  let whole: Promise<Uint8Array> | undefined;
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    if (size > SMALL_BYTES) return source.read(start, end);
    whole ??= source.read(0, size);
    return (await whole).subarray(start, end);
  };
  return {
    path,
    size,
    read: (start, end) =>
      within(start) < within(end)
        ? read(within(start), within(end))
        : Promise.resolve(new Uint8Array(0)),
  };
}
