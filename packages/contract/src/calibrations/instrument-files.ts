import { z } from "zod";

/** The instrument files of a LiDAR calibration, by their extensions (document 3, section 5). */
export const INSTRUMENT_KINDS = ["RES", "TBL", "LCP"] as const;
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];

/** Most bytes of an instrument file, TBL before it is compressed. */
export const MOST_INSTRUMENT_BYTES: Readonly<Record<InstrumentKind, number>> = {
  RES: 5_000_000,
  TBL: 20_000_000,
  LCP: 5_000_000,
};

/** The record that instrument files belong to. */
export interface InstrumentOwner {
  readonly sensorName: string;
  readonly aircraft: string;
  /** An ISO date; its day is that of UTC. */
  readonly surveyDate: string;
}

const LONGEST_NAME = 255;
/** Four digits or two and `SEN`, then the sensor's; aircraft; LMS version; day, month, year. */
const NAME =
  /^(?:\d{4}|\d{2}SEN)(?<sensor>.{3})_(?<aircraft>[^/\\]+)_LMS\d{2}_(?<day>\d{8})\.(?<kind>[A-Za-z]{3})$/u;

/** The kind of a file by its extension, in upper or lower case; undefined for any other file. */
export function instrumentKind(name: string): InstrumentKind | undefined {
  const extension = name.slice(name.lastIndexOf(".") + 1).toUpperCase();
  return INSTRUMENT_KINDS.find((kind) => name.includes(".") && kind === extension);
}

/** The sensor's number as file names have it: its last three characters. */
const numberOf = (sensorName: string): string => sensorName.trim().slice(-3);

/** The day of a survey as file names have it: `2026-03-14T…` as `14032026`, in UTC. */
export function surveyDay(surveyDate: string): string {
  const [year = "", month = "", day = ""] = new Date(surveyDate)
    .toISOString()
    .slice(0, 10)
    .split("-");
  return `${day}${month}${year}`;
}

/** Aircraft are compared without their hyphens, in any case (decision 17). */
const plain = (aircraft: string): string => aircraft.replaceAll("-", "").toUpperCase();

/** Whether a file is named as the standard has it. */
function isStandard(name: string, owner: InstrumentOwner): boolean {
  if (name.length > LONGEST_NAME) return false;
  const groups = NAME.exec(name)?.groups;
  return (
    groups !== undefined &&
    groups["sensor"] === numberOf(owner.sensorName) &&
    plain(groups["aircraft"] ?? "") === plain(owner.aircraft) &&
    groups["day"] === surveyDay(owner.surveyDate)
  );
}

function faultOf(
  kind: InstrumentKind,
  names: readonly string[],
  owner: InstrumentOwner,
): string | undefined {
  const own = names.filter((name) => instrumentKind(name) === kind);
  const [name] = own;
  if (name === undefined || own.length > 1) return `Exactly 1 ${kind} file is required.`;
  if (isStandard(name, owner)) return undefined;
  return (
    `${kind} file doesn't match naming standard. Please check the sensor number is: ` +
    `${numberOf(owner.sensorName)}, aircraft serial is: ${owner.aircraft} and date is: ` +
    `${surveyDay(owner.surveyDate)}. Current file name: ${name}`
  );
}

/**
 * What is wrong with the names of the instrument files of a record, in the words of document 3,
 * section 5; empty where nothing is. Files of other kinds are not looked at.
 */
export function instrumentFileFaults(names: readonly string[], owner: InstrumentOwner): string[] {
  return INSTRUMENT_KINDS.flatMap((kind) => faultOf(kind, names, owner) ?? []);
}

/** Why a file of so many bytes is refused; undefined where it is not. */
export function sizeFault(kind: InstrumentKind, bytes: number): string | undefined {
  const most = MOST_INSTRUMENT_BYTES[kind];
  if (bytes === 0) return `${kind} file is empty.`;
  return bytes > most ? `${kind} file is larger than ${most / 1e6} MB.` : undefined;
}

/** Why the text of a RES or LCP file is refused; undefined where it is not. */
export const textFault = (kind: InstrumentKind, text: string): string | undefined =>
  text.includes("\0") ? `${kind} file is not a text file.` : undefined;

/** How files begin that are compressed: gzip, ZIP, Zstandard, 7z, xz, bzip2. */
const COMPRESSED = ["1f8b", "504b", "28b52ffd", "377abcaf", "fd377a58", "425a68"];
/** Bytes of a file's start that {@link tableFault} goes by. */
const MARK = 4;

/** Why a table that begins so is refused: what it holds could be of any size. */
export function tableFault(start: Uint8Array): string | undefined {
  const bytes = [...start.subarray(0, MARK)];
  const mark = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const compressed = COMPRESSED.some((each) => mark.startsWith(each));
  return compressed ? "TBL file is compressed already." : undefined;
}

/** One instrument file of a record; the name is known where it was uploaded here. */
const fileFactsSchema = z.object({
  name: z.string().nullable(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type InstrumentFileFacts = z.infer<typeof fileFactsSchema>;

/** Lines of two texts from the first on that differs, those that both have among them. */
const differingLinesSchema = z.object({
  /** The number of the first line, from 1. */
  from: z.int().positive(),
  lines: z.array(z.object({ of: z.enum(["first", "second", "both"]), text: z.string() })),
  /** Whether more lines may differ, or some are longer. */
  isCut: z.boolean(),
});
export type DifferingLines = z.infer<typeof differingLinesSchema>;

/** The instrument files of two records side by side, one of each kind. */
export const instrumentDifferencesSchema = z.array(
  z.object({
    kind: z.enum(INSTRUMENT_KINDS),
    /** Null without a file. */
    first: fileFactsSchema.nullable(),
    second: fileFactsSchema.nullable(),
    /** Null where nothing differs, a file is missing, or one of them is no text. */
    lines: differingLinesSchema.nullable(),
  }),
);
export type InstrumentDifference = z.infer<typeof instrumentDifferencesSchema>[number];
