import type { BigIntStats } from "node:fs";
import type { StoredObject } from "../object-store/object-store.ts";
import { codeOf, unless } from "../system.ts";

/** What the store learnt of an object while it received it; the sum in hex. */
export interface Facts {
  readonly size: number;
  readonly xxh128: string;
}

/** The identity of one generation of a file: it follows a rename, and no other file ever has it. */
export type Generation = Pick<BigIntStats, "ino" | "mtimeNs">;

export const generationId = ({ ino, mtimeNs }: Generation): string => `${ino}-${mtimeNs}`;

/** Files last written within about 73 minutes (2^42 ns) have their facts in one log. */
export const periodOf = ({ mtimeNs }: Generation): string => String(mtimeNs >> 42n);

/** Records of earlier releases hold a CRC-32C before the XXH128. */
const RECORD = /^(\d+-\d+) (\d+) (?:[0-9a-f]{8} )?([0-9a-f]{32})$/;

/** A record of a log. It begins a line of its own even behind one that a crash cut short. */
export function writeRecord(generation: Generation, { size, xxh128 }: Facts): string {
  return `\n${generationId(generation)} ${size} ${xxh128}\n`;
}

/** Reads a line of a log; undefined for what a crash left of one. */
export function readRecord(line: string): { id: string; facts: Facts } | undefined {
  const [, id, size, xxh128] = RECORD.exec(line) ?? [];
  if (id === undefined || xxh128 === undefined) return undefined;
  return { id, facts: { size: Number(size), xxh128 } };
}

/** An object as the port describes it. */
export function toStored(key: string, stat: BigIntStats, facts: Facts | undefined): StoredObject {
  const checksums = facts === undefined ? {} : { xxh128: facts.xxh128 };
  return {
    key,
    size: Number(stat.size),
    modified: stat.mtime,
    version: generationId(stat),
    storageClass: null,
    checksums,
  };
}

export const isSameGeneration = (a: Generation, b: Generation): boolean =>
  a.ino === b.ino && a.mtimeNs === b.mtimeNs;

const MISSING = ["ENOENT", "ENOTDIR"];

export const isMissing = (error: unknown): boolean => MISSING.includes(codeOf(error));

/** Undefined for a file that is missing; throws every other error on. */
export const unlessMissing = unless(...MISSING);
