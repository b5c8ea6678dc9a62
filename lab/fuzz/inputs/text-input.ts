import { type Chance, joined } from "../chance.ts";
import { mutate } from "../mutate.ts";

const LABELS = [
  "Laser Serial No",
  "laser s/n",
  "SensorSerialNumber",
  "LASER",
  "serial",
  "system_sn",
];
const SERIALS = ["18SEN045", "5060445", "0045", "50", "SEN", "118SEN045", "A".repeat(30), "-"];
const SIGNS = [": ", "=", "#", '"', "\t", "\0", " ".repeat(9), "\r\n", ".", ""];
const BLOCK_BYTES = 65_536;

/** A range file: noise, labels and serials, some of them across the border of two blocks. */
export function rangeInput(chance: Chance): Uint8Array {
  const words = chance.some(8, () =>
    chance.pick([LABELS, SERIALS, SIGNS][chance.below(3)] ?? SIGNS),
  );
  const label = `${chance.pick(LABELS)}${chance.pick(SIGNS)}${chance.pick(SERIALS)}`;
  const text = encodedText(`${words.join("")}${label}\r\n`, chance);
  const before = chance.happens(0.01)
    ? new Uint8Array(BLOCK_BYTES - chance.below(300)).fill(0x81)
    : chance.bytes(chance.below(60));
  const file = joined(before, text, chance.bytes(chance.below(60)));
  return chance.happens(0.3) ? mutate(file, chance) : file;
}

const EVENTS = [
  "2409 522018.000 LINE 001 START PRJ10001",
  "2409 522258.000 LINE 001 END",
  "2409 604700 LINE 2 START",
  "2410 10.5 LINE 2 END",
  "GPS 2409, 604799.999 LINE 2 END",
  "9999 0 x",
  "GPS week: 2409, seconds: 522018.5",
  "week week 2409 week 1",
  "2026-03-14T01:00:00Z PRJ10002",
  "2026/03/14 01:00:00.123456 +1000 prj10003",
  "2026-13-45T99:99:99Z",
  "0000-00-00 00:00:00",
  "PRJ123456 PRJ1234 APRJ12345",
  "\u00e4\u{1f600}",
  "\0\0\0\0",
  "",
];

/** A FMS log: lines of events, right and wrong ones, in one of its encodings; few very long lines. */
export function fmsInput(chance: Chance): Uint8Array {
  const lines = chance.some(10, () => chance.pick(EVENTS));
  if (chance.happens(0.002)) lines.push(chance.pick(EVENTS).repeat(chance.below(2000)));
  if (chance.happens(0.005)) lines.push(" ".repeat(chance.below(20_000)), chance.pick(EVENTS));
  const text = encodedText(lines.join(chance.pick(["\n", "\r\n", "\r", ";"])), chance);
  return chance.happens(0.3) ? mutate(text, chance) : text;
}

const HEADS = ["file,time", "file;gps_week;gps_seconds", "Image Name\ttime\tweek\tseconds", "a,b"];
const CELLS = [
  "FL000101_01_0001.iiq",
  "C:\\images\\a.iiq",
  "=1+1",
  "",
  "2409",
  "522018.0000001",
  "604800",
  "-1",
  "2026-03-14T01:00:00.1234567Z",
  "2026:03:14 01:00:00",
  "2026-13-45T99:99:99Z",
  '"',
  "1e309",
];

/** An EXIF log: a head and rows of cells, right and wrong ones. */
export function eventInput(chance: Chance): Uint8Array {
  const head = chance.pick(HEADS);
  const separator = chance.pick([",", ";", "\t"]);
  const rows = chance.some(8, () => chance.some(5, () => chance.pick(CELLS)).join(separator));
  const text = encodedText([head, ...rows].join(chance.pick(["\n", "\r\n", "\r"])), chance);
  return chance.happens(0.3) ? mutate(text, chance) : text;
}

const NUMBERS = [
  "0.5",
  "-0.5",
  "0",
  "635615.9278659122",
  "1e308",
  "1e999",
  "NaN",
  "abc",
  "0x1f",
  "1,5",
];

/** A world file: about six numbers, most of them right. */
export function worldInput(chance: Chance): Uint8Array {
  const count = chance.happens(0.8) ? 6 : chance.below(10);
  const usual = chance.happens(0.7);
  const numbers = Array.from({ length: count }, () =>
    chance.pick(usual ? NUMBERS.slice(0, 5) : NUMBERS),
  );
  const file = encodedText(numbers.join(chance.pick(["\n", "\r\n", " "])), chance);
  return chance.happens(0.3) ? mutate(file, chance) : file;
}

function encodedText(text: string, chance: Chance): Uint8Array {
  if (chance.happens(0.8)) return new TextEncoder().encode(text);
  const wide = Buffer.from((chance.happens(0.5) ? "\ufeff" : "") + text, "utf16le");
  return chance.happens(0.7) ? wide : wide.swap16();
}
