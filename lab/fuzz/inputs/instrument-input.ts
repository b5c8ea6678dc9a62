import { gzipSync } from "node:zlib";
import { type Chance, joined } from "../chance.ts";
import { mutate } from "../mutate.ts";

/** The record that generated names are of, mostly. */
export const INSTRUMENT_OWNER = {
  sensorName: "Galaxy Prime - 045",
  aircraft: "VH-ABC",
  surveyDate: "2026-03-14T00:00:00.000Z",
};
export const INSTRUMENT_NAMES = ["RES", "TBL", "LCP"].map(
  (kind) => `1234045_VH-ABC_LMS42_14032026.${kind}`,
);

const LEADS = ["1234", "20SEN", "123", "12345", "20sen", "", "../", "/", "٣٤٥٦"];
const SENSORS = ["045", "046", "04", "ÄÖÜ", "..."];
const AIRCRAFT = ["VH-ABC", "vhabc", "VH_ABC", "VH/ABC", "..", "VH-ABD", "\u202eCBA-HV", "\0"];
const VERSIONS = ["LMS42", "LMS4", "LMS421", "lms42", "LMS٤٢"];
const DAYS = ["14032026", "03142026", "31022026", "1403202", "140320266"];
const KINDS = ["RES", "TBL", "LCP", "res", "tBl", "lcp", "txt", "", "RES.exe", "RES ", "TBL\n"];
const OFTEN = 0.93;

const part = (chance: Chance, parts: readonly string[]): string =>
  chance.happens(OFTEN) ? parts[0]! : chance.pick(parts);

const name = (chance: Chance, kind: string): string =>
  `${part(chance, LEADS)}${part(chance, SENSORS)}_${part(chance, AIRCRAFT)}_${part(chance, VERSIONS)}_${part(chance, DAYS)}.${kind}`;

/** Names of a folder's files, one a line. */
export function instrumentNamesInput(chance: Chance): Uint8Array {
  const own = ["RES", "TBL", "LCP"].map((kind) =>
    name(chance, chance.happens(OFTEN) ? kind : chance.pick(KINDS)),
  );
  const more = chance.happens(0.2) ? chance.some(3, () => name(chance, chance.pick(KINDS))) : [];
  if (chance.happens(0.001)) more.push("9".repeat(chance.below(50_000)));
  const bytes = new TextEncoder().encode([...own, ...more].join("\u0001"));
  return chance.happens(0.2) ? mutate(bytes, chance) : bytes;
}

/** 32 MB of nothing, in 31 KB. */
const BOMB = gzipSync(new Uint8Array(32_000_000));

function table(chance: Chance): Uint8Array {
  if (chance.happens(0.001)) return BOMB;
  const plain = joined(new TextEncoder().encode("0 0.0\n"), chance.bytes(chance.below(200)));
  const packed = gzipSync(chance.happens(0.05) ? gzipSync(plain) : plain);
  if (chance.happens(0.05)) return plain;
  return chance.happens(0.3) ? mutate(packed, chance) : packed;
}

/** A TBL file as a form sends it: gzipped, in base64, or not quite. */
export function instrumentTableInput(chance: Chance): Uint8Array {
  const text = new TextEncoder().encode(Buffer.from(table(chance)).toString("base64"));
  return chance.happens(0.1) ? mutate(text, chance) : text;
}
