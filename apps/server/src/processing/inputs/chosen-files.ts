import { basename } from "node:path";
import type { ProcessingFile } from "@swath/contract/processing";
import type { InputFile } from "./input-file.ts";

type Custom = NonNullable<ProcessingFile["custom"]>;

/** Applanix recordings, which custom processing calls GPS files, and range files. */
const GPS_FILE = /\.(\d{3}|pos)$/i;
const RANGE_FILE = /\.range$/i;

/**
 * The files of an upload that custom processing chose, by their names: of GPS and range files those
 * of its lists, and all files of other kinds. Without a list of a kind all of that kind.
 */
export function chosenFiles<F extends Pick<InputFile, "path">>(
  files: readonly F[],
  custom: Pick<Custom, "gpsFiles" | "rangeFiles"> | null,
): F[] {
  const kinds = [
    [GPS_FILE, custom?.gpsFiles],
    [RANGE_FILE, custom?.rangeFiles],
  ] as const;
  const lists = kinds.flatMap(([pattern, names]) =>
    names === undefined ? [] : [{ pattern, names: new Set(names.map((name) => basename(name))) }],
  );
  return files.filter(({ path }) =>
    lists.every(({ pattern, names }) => !pattern.test(path) || names.has(basename(path))),
  );
}
