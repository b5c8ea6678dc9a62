import { addressTextOf, textOf, wholeOf, wordOf } from "@swath/contract/read-value";
import { readPlace, writePlace } from "../../map/map-coordinates.ts";
import { PROFILE_COLORS, type ProfileColor } from "../cloud-address.ts";

/** What the page of a flight's layers has in its address: which, how they are shown, and where. */
export interface LayersAddress {
  readonly flight?: string;
  /** The first with layers, without it. */
  readonly processing?: string;
  /** Layers that are shown, by their identifiers; `none` of none. */
  readonly shown?: string;
  /** Opacity of layers, %, where it is not 100: `DEM1.hillshade:60`. */
  readonly opacity?: string;
  /** Attempts in place of those that are published: `DEM1:1,QA1:2`. */
  readonly attempts?: string;
  /** A job and its attempt on the right of the divide: `DEM1:2`. */
  readonly swipe?: string;
  /** Where the divide is, % of the map's width; in its middle without it. */
  readonly divide?: number;
  /** Place and zoom of the map. */
  readonly at?: string;
  /** The profile's line: longitude and latitude of its beginning and its end. */
  readonly line?: string;
  /** Its width, cm. */
  readonly width?: number;
  readonly higher?: number;
  readonly profileColor?: ProfileColor;
}

/** What of an address becomes another; undefined members are left out of it. */
export type LayersChange = {
  readonly [Key in keyof LayersAddress]?: LayersAddress[Key] | undefined;
};

const FLIGHT = /^FL\d{6}$/;
const IDENTIFIER = /^[0-9A-Za-z-]{1,40}$/;
const LISTED = /^[\w.-]{1,90}(:\d{1,7})?(,[\w.-]{1,90}(:\d{1,7})?){0,63}$/;
const LINE = /^-?\d{1,3}(\.\d{1,9})?(,-?\d{1,3}(\.\d{1,9})?){3}$/;
const NOTHING = "none";
const ALL = 100;

/** Reads an address; what is malformed, or the default, is left out. */
export function readLayersAddress(search: Readonly<Record<string, unknown>>): LayersAddress {
  const at = readPlace(search["at"]);
  const members = {
    flight: textOf(search["flight"], FLIGHT),
    processing: addressTextOf(search["processing"], IDENTIFIER),
    shown: textOf(search["shown"], LISTED),
    opacity: textOf(search["opacity"], LISTED),
    attempts: textOf(search["attempts"], LISTED),
    swipe: textOf(search["swipe"], /^\w{1,64}:\d{1,7}$/),
    divide: wholeOf(search["divide"], 0, ALL),
    at: at === undefined ? undefined : writePlace(at),
    line: textOf(search["line"], LINE),
    width: wholeOf(search["width"], 1, 100_000),
    higher: wholeOf(search["higher"], 1, 100),
    profileColor: wordOf(search["profileColor"], PROFILE_COLORS),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Names with a number each: `DEM1:2,QA1:1`. */
export function readNumbers(text: string | undefined): ReadonlyMap<string, number> {
  const entries = text?.split(",").map((each) => each.split(":")) ?? [];
  return new Map(
    entries.flatMap(([name, number]) =>
      name === undefined || number === undefined ? [] : [[name, Number(number)] as const],
    ),
  );
}

const writeNumbered = (numbers: ReadonlyMap<string, number>): string | undefined =>
  numbers.size === 0 ? undefined : Array.from(numbers, (entry) => entry.join(":")).join();

/** The list with another number of a name; without it where there is none. */
export function withNumber(
  text: string | undefined,
  name: string,
  number: number | undefined,
): string | undefined {
  const numbers = new Map(readNumbers(text));
  if (number === undefined) numbers.delete(name);
  else numbers.set(name, number);
  return writeNumbered(numbers);
}

/** Opacity of a layer by an address, 0 to 1. */
export const opacityIn = (text: string | undefined, id: string): number =>
  Math.min(ALL, readNumbers(text).get(id) ?? ALL) / ALL;

/** Layers that an address shows; those that are shown without one where it says nothing. */
export function shownIn(text: string | undefined, usual: readonly string[]): ReadonlySet<string> {
  if (text === undefined) return new Set(usual);
  return new Set(text === NOTHING ? [] : text.split(","));
}

/** The list of shown layers as an address has it. */
export const writeShown = (shown: ReadonlySet<string>): string =>
  shown.size === 0 ? NOTHING : [...shown].join();

type Place = readonly [longitude: number, latitude: number];

/** The ends of a line of an address. */
export function readLine(text: string | undefined): readonly [Place, Place] | undefined {
  if (text === undefined) return undefined;
  const [a, b, c, d] = text.split(",").map(Number) as [number, number, number, number];
  return a === c && b === d
    ? undefined
    : [
        [a, b],
        [c, d],
      ];
}

/** A line as an address has it: to the centimetre. */
export const writeLine = (from: Place, to: Place): string =>
  [...from, ...to].map((degrees) => Number(degrees.toFixed(7))).join();
