import { crc32, deflateRawSync } from "node:zlib";
import type { Chance } from "../chance.ts";
import { mutate } from "../mutate.ts";
import { zipArchive, type ZipMember } from "../../../tools/testing/zip-writer.ts";
import { kmlInput } from "./kml-input.ts";

const NAMES = [
  "doc.kml",
  "a/doc.kml",
  "/doc.kml",
  "./doc.kml",
  "../doc.kml",
  "a\\b.kml",
  "C:\\plan.KML",
  "__MACOSX/._doc.kml",
  "plan.kml",
  "images/",
  "b.png",
  "\u00e4.kml",
  "",
];
const BOMB = deflateRawSync(Buffer.alloc(40_000_000, 0x20), { level: 9 });

/** A ZIP of KML documents and other files: mostly valid, with some wrong entries in its directory. */
export function kmzInput(chance: Chance): Uint8Array {
  const entries = [...chance.some(3, () => entry(chance)), entry(chance)];
  const file = zip(entries, chance);
  return chance.happens(0.15) ? mutate(file, chance) : file;
}

function entry(chance: Chance): ZipMember {
  if (chance.happens(0.00002)) return bomb(chance);
  const content = chance.happens(0.85) ? kmlInput(chance) : chance.bytes(chance.below(200));
  const deflated = chance.happens(0.6);
  return {
    name: chance.pick(NAMES),
    method: chance.happens(0.97) ? (deflated ? 8 : 0) : chance.below(100),
    flags: chance.happens(0.95) ? chance.pick([0, 8, 0x800]) : chance.below(65_536),
    crc: chance.happens(0.95) ? crc32(content) : chance.edge(),
    packed: deflated ? deflateRawSync(content, { level: 1, memLevel: 1 }) : content,
    bytes: chance.happens(0.95) ? content.length : chance.edge(),
    wide: chance.happens(0.1),
  };
}

/** 40 MB of spaces; its stated size may be wrong. */
function bomb(chance: Chance): ZipMember {
  const bytes = chance.pick([1000, 33_000_000, 40_000_000, 0xffffffff]);
  return { name: "doc.kml", method: 8, flags: 0, crc: 0, packed: BOMB, bytes, wide: false };
}

function zip(entries: readonly ZipMember[], chance: Chance): Uint8Array {
  return zipArchive(entries, {
    before: chance.bytes(chance.happens(0.02) ? chance.below(60) : 0),
    comment: chance.bytes(chance.happens(0.1) ? chance.below(50) : 0),
    wide: chance.happens(0.1),
    place: (right) => (chance.happens(0.98) ? right : chance.edge()),
  });
}
