import { type LasHeader, lasHeader } from "@swath/survey/readers";
import Papa from "papaparse";
import {
  endingOf,
  MOST_SHOWN_BYTES,
  mostPictureBytes,
  type PictureContent,
  pictureOf,
  pictureType,
} from "../../ui/picture/picture-file.ts";

export type Preview =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | {
      readonly kind: "table";
      readonly rows: readonly (readonly string[])[];
      readonly isCut: boolean;
    }
  | ({ readonly kind: "picture"; readonly type: string } & PictureContent)
  | { readonly kind: "pdf"; readonly content: Blob }
  | { readonly kind: "cloud"; readonly header: LasHeader }
  | { readonly kind: "empty" | "binary" | "damagedCloud" }
  | { readonly kind: "tooLarge"; readonly most: number };

/** The most of a text or table that is read, bytes. */
const MOST_TEXT_BYTES = 262_144;
const MOST_ROWS = 500;
/** The header of a LAS file has 375 bytes; some makers' are longer. */
const CLOUD_BYTES = 4_096;
const CLOUDS: ReadonlySet<string> = new Set(["las", "laz"]);
const TABLES: ReadonlySet<string> = new Set(["csv", "tsv"]);

/**
 * How many of a file's first bytes its preview needs; a preview where it needs none.
 */
export function bytesOfPreview(name: string, size: number): number | Preview {
  if (size === 0) return { kind: "empty" };
  const whole = wholeLimit(name);
  if (whole !== undefined) return size > whole ? { kind: "tooLarge", most: whole } : size;
  return Math.min(size, CLOUDS.has(endingOf(name)) ? CLOUD_BYTES : MOST_TEXT_BYTES);
}

/** The largest size, bytes, of a file that can only be shown whole; undefined for others. */
function wholeLimit(name: string): number | undefined {
  if (pictureType(name) !== undefined) return mostPictureBytes(name);
  return endingOf(name) === "pdf" ? MOST_SHOWN_BYTES : undefined;
}

/** The preview of a file by its name, its first bytes and its size. */
export function previewOf(name: string, bytes: Uint8Array<ArrayBuffer>, size: number): Preview {
  const ending = endingOf(name);
  const type = pictureType(name);
  if (type !== undefined) return { kind: "picture", type, ...pictureOf(name, bytes) };
  if (ending === "pdf")
    return { kind: "pdf", content: new Blob([bytes], { type: "application/pdf" }) };
  if (CLOUDS.has(ending)) {
    const header = lasHeader(bytes, size);
    return header.ok ? { kind: "cloud", header } : { kind: "damagedCloud" };
  }
  const isCut = bytes.length < size;
  const text = textOf(bytes, isCut);
  if (text === undefined) return { kind: "binary" };
  return TABLES.has(ending)
    ? tableOf(text, isCut)
    : { kind: "text", text: pretty(ending, text), isCut };
}

// oxlint-disable-next-line no-control-regex -- texts have none of them
const CONTROLS = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

/** Bytes as text: UTF-8, UTF-16 by its mark, else Windows-1252; undefined where they are no text. */
function textOf(bytes: Uint8Array, isCut: boolean): string | undefined {
  const [first, second] = bytes;
  // The byte order mark FF FE.
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : "utf-8";
  try {
    // The last letter may be cut.
    const decoder = new TextDecoder(encoding, { fatal: true });
    return withoutControls(decoder.decode(bytes, { stream: isCut }));
  } catch {
    return withoutControls(new TextDecoder("windows-1252").decode(bytes));
  }
}

const withoutControls = (text: string): string | undefined =>
  CONTROLS.test(text) ? undefined : text;

/** JSON without line breaks gets some, unless a number would be written in another way. */
function pretty(ending: string, text: string): string {
  if (!ending.endsWith("json") || text.trim().includes("\n")) return text;
  try {
    const value: unknown = JSON.parse(text);
    const isSame = JSON.stringify(value) === text.replaceAll(/(?<=[,:])\s/g, "").trim();
    return isSame ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** Rows by the separator that the text itself uses. */
function tableOf(text: string, isCut: boolean): Preview {
  const { data, meta } = Papa.parse<string[]>(text, {
    preview: MOST_ROWS,
    skipEmptyLines: "greedy",
  });
  const isCutByRows = meta.truncated;
  // The last row of a cut text may be a part of one.
  const rows = isCut && !isCutByRows ? data.slice(0, -1) : data;
  return { kind: "table", rows, isCut: isCut || isCutByRows };
}
