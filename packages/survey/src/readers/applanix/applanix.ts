import { gpsToUtc, LEAP_SECONDS } from "../../gps-time.ts";
import {
  ApplanixScanner,
  type PosRecord,
  PosClock,
  SHORTEST_GROUP,
  TIME_FIELDS,
} from "./applanix-scanner.ts";
import { type FileSource, type ReadResult, refused } from "../file-source.ts";
import { latinText } from "../../bytes.ts";

/** The metadata of an Applanix recording. */
export interface PosSummary {
  /** Serial number of the POS computer, as group 99 writes it; never the GPS receiver's. */
  readonly serial: string | undefined;
  /** Week of the first record, as group 3 counts it. */
  readonly gpsWeek: number | undefined;
  /** First and last time of any group: seconds of the week of {@link gpsWeek}, GPS time. */
  readonly startSeconds: number | undefined;
  readonly endSeconds: number | undefined;
  /** The same in UTC, milliseconds since 1970; undefined where no group 3 names the week. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** GPS − UTC in seconds, of group 3 where it has it. */
  readonly leapSeconds: number;
  /** Records with a right checksum in the bytes that were read. */
  readonly records: number;
  readonly badRecords: number;
  /** Bytes before the first record and behind the last: of records that the files beside it go on with. */
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
}

const PIECE_BYTES = 1_048_576;
/** Read in chunks of 20 MB: one without any record, or three without a serial number, are enough. */
const CHUNK_BYTES = 20_971_520;
const SEARCHED_CHUNKS = 3;
/** As long as two of the longest records: a whole one lies in it. */
const CLOSING_BYTES = 4 * 65_536;

/** Reads a whole recording; where 20 MB hold no record it goes on at the end. */
export async function readApplanix(source: FileSource): Promise<ReadResult<PosSummary>> {
  const state = new PosState();
  const reached = await scan(source, [0, source.size], state, toTheEnd);
  await scanClosing(source, reached, state);
  return await summary(source, state);
}

/** Reads a recording's beginning, up to its serial number and week, and its end. */
export async function readApplanixEnds(source: FileSource): Promise<ReadResult<PosSummary>> {
  const state = new PosState();
  const searched = Math.min(source.size, SEARCHED_CHUNKS * CHUNK_BYTES);
  const settled = (): boolean => state.serial !== undefined && state.week !== undefined;
  const reached = await scan(source, [0, searched], state, settled);
  await scanClosing(source, reached, state);
  return await summary(source, state);
}

const toTheEnd = (): boolean => false;

/** Scans the end of a file, behind what was reached. */
async function scanClosing(source: FileSource, reached: number, state: PosState): Promise<void> {
  const from = Math.max(reached, source.size - CLOSING_BYTES);
  await scan(source, [from, source.size], state, toTheEnd);
}

/** Scans a range of bytes, until the state is settled or a chunk has no record; returns where it ended. */
async function scan(
  source: FileSource,
  [from, to]: readonly [number, number],
  state: PosState,
  settled: () => boolean,
): Promise<number> {
  const scanner = new ApplanixScanner();
  let [at, heard, records] = [from, from, 0];
  while (at < to && !settled() && at - heard < CHUNK_BYTES) {
    const end = Math.min(at + PIECE_BYTES, to);
    scanner.push(await source.read(at, end), end === to, (record, bytes) =>
      state.take(record, bytes, from + scanner.base),
    );
    at = end;
    if (scanner.records > records) [heard, records] = [at, scanner.records];
  }
  state.records += scanner.records;
  state.badRecords += scanner.badRecords;
  return at;
}

async function summary(source: FileSource, state: PosState): Promise<ReadResult<PosSummary>> {
  if (source.size === 0) return refused("empty");
  if (state.records === 0) return refused("noRecords");
  const { first, end } = state;
  const before = await source.read(Math.max(0, first - LONGEST_RECORD), first);
  const behind = await source.read(end, Math.min(source.size, end + LONGEST_RECORD));
  return { ok: true, ...state.summary(), before, behind };
}

const VERSION_CHARS = 120;
const LONGEST_RECORD = 8 + 65_535;

/** Gathers the serial number, the week and the span over the records of one file, in their order. */
class PosState {
  serial: string | undefined;
  records = 0;
  badRecords = 0;
  /** Offsets in the file of the first record's start and the last record's end. */
  first = Infinity;
  end = 0;
  readonly #clock = new PosClock();
  #min = Infinity;
  #max = -Infinity;

  get week(): number | undefined {
    return this.#clock.week;
  }

  /** Takes a record, and where in the file its bytes begin. */
  take(record: PosRecord, bytes: Uint8Array, base: number): void {
    this.first = Math.min(this.first, base + record.start);
    this.end = Math.max(this.end, base + record.end);
    if (!record.group || record.end - record.start < SHORTEST_GROUP) return;
    const view = new DataView(bytes.buffer, record.start, record.end - record.start);
    const at = this.#clock.timeOf(view);
    if (at !== undefined) this.#min = Math.min(this.#min, at);
    if (at !== undefined) this.#max = Math.max(this.#max, at);
    if (record.id === 3) this.#clock.takeWeek(view);
    if (record.id === 99) this.serial ??= serialOf(bytes.subarray(record.start, record.end));
  }

  summary(): Omit<PosSummary, "before" | "behind"> {
    const spanned = this.#min <= this.#max;
    const leap = this.#clock.leap ?? LEAP_SECONDS;
    const utc = (seconds: number): number | undefined =>
      this.week === undefined || !spanned
        ? undefined
        : Math.round(gpsToUtc({ week: this.week, seconds }, leap));
    return {
      serial: this.serial,
      gpsWeek: this.week,
      startSeconds: spanned ? this.#min : undefined,
      endSeconds: spanned ? this.#max : undefined,
      start: utc(this.#min),
      end: utc(this.#max),
      leapSeconds: leap,
      records: this.records,
      badRecords: this.badRecords,
    };
  }
}

/** Applanix ICD, group 99: the system version is the first 120 characters, `…,S/N5268,…`. */
function serialOf(record: Uint8Array): string | undefined {
  const version = latinText(record.subarray(TIME_FIELDS, TIME_FIELDS + VERSION_CHARS));
  return /S\/N\s{0,4}:?\s{0,4}([0-9A-Za-z-]{1,20})/.exec(version)?.[1];
}
