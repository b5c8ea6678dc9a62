import { textOf, wholeOf, wordOf } from "@swath/contract/read-value";
import { BUCKET_NAME } from "@swath/contract/explorer";
import { type ColorBy, COLORS, RETURN_FILTERS, type ReturnFilter } from "./look/look.ts";
import type { Corridor } from "./points/section-points.ts";

const CLOUD_VIEWS = ["map", "3d"] as const;
type CloudViewName = (typeof CLOUD_VIEWS)[number];
export const PROFILE_COLORS = ["line", "class", "return", "intensity"] as const;
export type ProfileColor = (typeof PROFILE_COLORS)[number];

/** What the page of a cloud has in its address: which cloud, and what of it is looked at. */
export interface CloudAddress {
  /** The processing whose clouds are shown, and the job of them. */
  readonly processing?: string;
  readonly job?: string;
  /** One that is kept; the published one where it is left out. */
  readonly attempt?: number;
  /** In their place a single file of a bucket. */
  readonly bucket?: string;
  readonly file?: string;
  readonly view?: CloudViewName;
  readonly color?: ColorBy;
  /** Classes and lines that are left out, and the returns that are not. */
  readonly without?: string;
  readonly withoutLines?: string;
  readonly returns?: ReturnFilter;
  /** The profile's line: x and y of its beginning, x and y of its end. */
  readonly profile?: string;
  /** Its width, in cm of the cloud's system. */
  readonly width?: number;
  /** How much higher than wide a unit is drawn; none: as it fits. */
  readonly higher?: number;
  readonly profileColor?: ProfileColor;
  /** The cloud whose section is drawn below: its processing, job and attempt. */
  readonly compare?: string;
}

/** What of an address becomes another; undefined members are left out of it. */
export type AddressChange = {
  readonly [Key in keyof CloudAddress]?: CloudAddress[Key] | undefined;
};

const NUMBERS = /^\d{1,5}(,\d{1,5}){0,255}$/;
const LINE = /^-?\d{1,9}(\.\d{1,9})?(,-?\d{1,9}(\.\d{1,9})?){3}$/;
const IDENTIFIER = /^[0-9A-Za-z-]{1,40}$/;
const JOB = /^\w{1,60}$/;
const COMPARED = /^[0-9A-Za-z-]{1,40}~\w{1,60}~[1-9]\d{0,5}$/;
const KEY = /^.{1,1024}$/su;

/** A list of numbers that an address holds; a single one comes out of it as a number. */
const numbersText = (value: unknown): string | undefined =>
  textOf(typeof value === "number" ? String(value) : value, NUMBERS);

const given = <T extends object>(members: T): Partial<{ [Key in keyof T]: NonNullable<T[Key]> }> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** Reads an address; what is malformed, or the default, is left out. */
export function readCloudAddress(search: Readonly<Record<string, unknown>>): CloudAddress {
  const { processing, job, bucket, file, view, color, returns, profile, profileColor } = search;
  const line = textOf(profile, LINE);
  return given({
    processing: textOf(
      typeof processing === "number" ? String(processing) : processing,
      IDENTIFIER,
    ),
    job: textOf(job, JOB),
    attempt: wholeOf(search["attempt"], 1, 1_000_000),
    bucket: textOf(bucket, BUCKET_NAME),
    file: textOf(file, KEY),
    view: wordOf(view, CLOUD_VIEWS),
    color: wordOf(color, COLORS),
    without: numbersText(search["without"]),
    withoutLines: numbersText(search["withoutLines"]),
    returns: wordOf(returns, RETURN_FILTERS),
    profile: line === undefined || corridorOf({ profile: line }) === undefined ? undefined : line,
    width: wholeOf(search["width"], 1, 100_000),
    higher: wholeOf(search["higher"], 1, 100),
    profileColor: wordOf(profileColor, PROFILE_COLORS),
    compare: textOf(search["compare"], COMPARED),
  });
}

/** What an address shows, as the query of a link to it; which cloud that is stands beside it. */
export function writeView(address: CloudAddress): string {
  const shown = SHOWN.map((name) => [name, address[name]] as const);
  const members = shown.filter(([, value]) => value !== undefined);
  return new URLSearchParams(members.map(([name, value]) => [name, String(value)])).toString();
}

const SHOWN = [
  "view",
  "color",
  "without",
  "withoutLines",
  "returns",
  "profile",
  "width",
  "higher",
  "profileColor",
  "compare",
] as const satisfies readonly (keyof CloudAddress)[];

/** The change that shows what a query says, and nothing else. */
export function readView(query: string): AddressChange {
  const read = readCloudAddress(Object.fromEntries(new URLSearchParams(query)));
  return Object.fromEntries(SHOWN.map((name) => [name, read[name]]));
}

/** What published a cloud, or left it in an earlier attempt. */
export interface PublishedCloud {
  readonly processingId: string;
  readonly job: string;
  readonly attempt: number;
}

/** The cloud that an address lays below its own. */
export function comparedOf(compare: string | undefined): PublishedCloud | undefined {
  if (compare === undefined) return undefined;
  const [processingId = "", job = "", attempt = ""] = compare.split("~");
  return { processingId, job, attempt: Number(attempt) };
}

/** A cloud as `compare` names it. */
export const writeCompared = ({ processingId, job, attempt }: PublishedCloud): string =>
  [processingId, job, attempt].join("~");

/** The numbers of a list in an address. */
export const numbersOf = (text: string | undefined): ReadonlySet<number> =>
  new Set(text === undefined ? [] : text.split(",").map(Number));

/** A list as an address has it; undefined of nothing. */
export const writeNumbers = (numbers: ReadonlySet<number>): string | undefined =>
  numbers.size === 0 ? undefined : [...numbers].toSorted((a, b) => a - b).join(",");

/** Units of the cloud's system, from edge to edge. */
export const DEFAULT_WIDTH = 2;
const CENTI = 100;
/** A line has a length. */
const SHORTEST = 0.01;

/** The profile that an address names. */
export function corridorOf({
  profile,
  width,
}: Pick<AddressChange, "profile" | "width">): Corridor | undefined {
  if (profile === undefined) return undefined;
  const [x1, y1, x2, y2] = profile.split(",").map(Number) as [number, number, number, number];
  if (Math.hypot(x2 - x1, y2 - y1) < SHORTEST) return undefined;
  return {
    from: [x1, y1],
    to: [x2, y2],
    width: width === undefined ? DEFAULT_WIDTH : width / CENTI,
  };
}

/** To the centimetre; in degrees to as much. */
const trimmed = (value: number): number => Number(value.toFixed(Math.abs(value) > 400 ? 2 : 7));

/** A profile as an address has it. */
export function writeCorridor({
  from,
  to,
  width,
}: Corridor): Pick<CloudAddress, "profile" | "width"> {
  return {
    profile: [...from, ...to].map(trimmed).join(","),
    width: Math.max(1, Math.round(width * CENTI)),
  };
}
