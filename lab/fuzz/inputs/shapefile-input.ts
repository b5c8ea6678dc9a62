import { strToU8 } from "fflate";
import { crc32 } from "node:zlib";
import { PRJ, shapeContent, shapeFiles } from "@swath/plan/testing";
import { zipArchive, type ZipMember } from "../../../tools/testing/zip-writer.ts";
import { type Chance, joined, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const TYPES = [1, 3, 5, 8, 11, 13, 15, 18, 21, 23, 25, 28];
const COORDINATES = [0, 116.5, -31.5, 180, -180, 181, 90, 400_000, 6_450_000, 1e30, NaN, Infinity];

/** A ZIP of a shapefile with or without its other files: mostly valid, some fields at their edges. */
export function shapefileInput(chance: Chance): Uint8Array {
  const type = chance.pick(TYPES);
  const contents = [...chance.some(4, () => content(type, chance)), content(type, chance)];
  const { shp, shx } = shapeFiles(type, contents);
  const files: [string, Uint8Array][] = [["plan.shp", spoilt(shp, chance)]];
  if (chance.happens(0.5)) files.push(["PLAN.shx", spoilt(shx, chance)]);
  if (chance.happens(0.5)) files.push(["plan.dbf", spoilt(table(contents.length, chance), chance)]);
  if (chance.happens(0.8)) files.push(["plan.prj", text(chance)]);
  if (chance.happens(0.2)) files.push(["plan.cpg", strToU8(chance.pick(["UTF-8", "1252", "x"]))]);
  const archive = zipArchive(files.map(([name, bytes]) => stored(name, bytes)));
  return chance.happens(0.05) ? mutate(archive, chance) : archive;
}

function content(type: number, chance: Chance): Uint8Array {
  const parts = [...chance.some(3, () => path(chance)), path(chance)];
  if (chance.happens(0.03)) return new Uint8Array(4);
  return shapeContent(type, type % 10 === 1 ? [coordinates(1, chance)] : parts);
}

const path = (chance: Chance): number[] => coordinates(1 + chance.below(6), chance);

function coordinates(positions: number, chance: Chance): number[] {
  return Array.from({ length: positions * 2 }, () =>
    chance.happens(0.03) ? chance.pick(COORDINATES) : chance.below(90),
  );
}

/** Sets counts and lengths to their edges here and there, or anything anywhere. */
function spoilt(file: Uint8Array, chance: Chance): Uint8Array {
  if (chance.happens(0.5)) return file;
  if (chance.happens(0.3)) return mutate(file, chance);
  const at = chance.below(Math.min(file.length, 250));
  setNumber(file, at - (at % 4), 4, chance.edge());
  return file;
}

/** A dBASE table of one field, NAME. */
function table(rows: number, chance: Chance): Uint8Array {
  const header = new Uint8Array(65);
  const count = chance.happens(0.9) ? rows : chance.edge();
  header[0] = 3;
  setNumber(header, 4, 4, count);
  setNumber(header, 8, 2, 65);
  setNumber(header, 10, 2, 9);
  header.set(strToU8("NAME"), 32);
  header.set([0x43, 0, 0, 0, 0, 8], 43);
  header[64] = 0x0d;
  return joined(header, chance.bytes(rows * 9));
}

function text(chance: Chance): Uint8Array {
  const bytes = strToU8(chance.pick(Object.values(PRJ)));
  return chance.happens(0.3) ? mutate(bytes, chance) : bytes;
}

function stored(name: string, bytes: Uint8Array): ZipMember {
  const facts = { method: 0, flags: 0, crc: crc32(bytes), bytes: bytes.length, wide: false };
  return { name, packed: bytes, ...facts };
}
