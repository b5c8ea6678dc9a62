import { GPS_EPOCH_MS, LEAP_SECONDS, utcToGps } from "../gps-time.ts";
import { type FileSource, type ReadResult, refused } from "./file-source.ts";
import { cellsOf, columnsOf, linesOf, separatorIn } from "./text-table.ts";

/** The instant at which an image was exposed. */
export interface CameraEvent {
  /** Name of the image, without a folder. */
  readonly file: string;
  /** Full GPS week. */
  readonly week: number;
  /** Seconds of it, GPS time. */
  readonly seconds: number;
}

export interface EventLog {
  readonly events: readonly CameraEvent[];
  /** Rows behind the head in which no name and no time can be read. */
  readonly unreadable: number;
}

const MOST_BYTES = 67_108_864;
const MOST_ROWS = 1_000_000;
/** Names of columns in lower case, without anything but letters. */
const COLUMNS = {
  file: /^(file|filename|image|imagename|name|imageid)$/,
  week: /^(week|gpsweek)$/,
  seconds: /^(seconds|gpsseconds|secondsofweek|gpssecondsofweek|sow)$/,
  time: /^(time|utc|utctime|datetime|timestamp|eventtime)$/,
};
type Columns = Readonly<Record<keyof typeof COLUMNS, number>>;
const ISO =
  /^(\d{4})[-/:](\d{2})[-/:](\d{2})[T ](\d{2}):(\d{2}):(\d{2})(\.\d{1,12})?\s?(?:Z|UTC|\+00:?00)?$/i;

/**
 * Reads an EXIF log (CSV; columns in docs/formats.md): for each image its name and exposure, as GPS
 * week and seconds where the log has these columns, else in UTC, which `leapSeconds` take to GPS
 * time. All digits of a second's fraction are kept. House reader: no public format.
 */
export async function readEventLog(
  source: FileSource,
  leapSeconds = LEAP_SECONDS,
): Promise<ReadResult<EventLog>> {
  if (source.size === 0) return refused("empty");
  if (source.size > MOST_BYTES) return refused("tooLarge");
  const text = new TextDecoder().decode(await source.read(0, source.size));
  const rows = linesOf(text).filter((row) => row.trim() !== "");
  if (rows.length > MOST_ROWS) return refused("tooLarge");
  const [head = "", ...others] = rows;
  const separator = separatorIn(head) ?? ",";
  const columns = columnsOf(cellsOf(head, separator), COLUMNS);
  const timed = columns.time >= 0 || (columns.week >= 0 && columns.seconds >= 0);
  if (columns.file < 0 || !timed) return refused("inconsistentHeader");
  const events = others.map((row) => eventOf(cellsOf(row, separator), columns, leapSeconds));
  const read = events.filter((event) => event !== undefined);
  return { ok: true, events: read, unreadable: events.length - read.length };
}

function eventOf(
  row: readonly string[],
  columns: Columns,
  leapSeconds: number,
): CameraEvent | undefined {
  const file = row[columns.file]?.split(/[\\/]/).at(-1) ?? "";
  const instant = gpsOf(row, columns) ?? utcOf(row[columns.time] ?? "", leapSeconds);
  return file === "" || instant === undefined ? undefined : { file, ...instant };
}

function gpsOf(row: readonly string[], { week, seconds }: Columns) {
  const [weekText = "", secondsText = ""] = [row[week], row[seconds]];
  if (!/^\d{1,4}$/.test(weekText) || !/^\d{1,6}(\.\d{1,12})?$/.test(secondsText)) return undefined;
  return { week: Number(weekText), seconds: Number(secondsText) };
}

function utcOf(text: string, leapSeconds: number) {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "0"] = match;
  const date = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(date) || date < GPS_EPOCH_MS) return undefined;
  // A 30 February is parsed as a day of March.
  if (new Date(date).getUTCDate() !== Number(day)) return undefined;
  const { week, seconds } = utcToGps(date, leapSeconds);
  return { week, seconds: seconds + Number(fraction) };
}
