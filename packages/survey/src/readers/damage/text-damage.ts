import type { FileSource } from "../file-source.ts";
import { latinText, encodingOf, crc32, viewOf } from "../../bytes.ts";
import {
  BLOCK_MARK,
  blockBytes,
  MAX_BLOCK_RETURNS,
  RANGE_HEADER_BYTES,
  RANGE_SIGNATURE,
} from "../range-file.ts";
import { separatorIn } from "../text-table.ts";
import {
  contradiction,
  cutOff,
  type Damage,
  type JudgeFormat,
  type Tail,
  zeros,
} from "./damage.ts";

const HEAD_BYTES = 1024;

/** The text of a tail, or the damage that no text holds: NUL characters. */
async function textOf(source: FileSource, { bytes }: Tail): Promise<string | Damage> {
  if (!bytes.includes(0)) return latinText(bytes);
  const encoding = encodingOf(await source.read(0, Math.min(source.size, HEAD_BYTES)));
  // Units of two bytes begin at even places of the file.
  const odd = (source.size - bytes.length) % 2;
  const text = encoding === "utf-8" ? "\0" : new TextDecoder(encoding).decode(bytes.subarray(odd));
  return text.includes("\0") ? zeros("it holds zeros where text must be") : text;
}

function judgeWith(rule: (text: string, source: FileSource) => Damage | undefined): JudgeFormat {
  return async (source, tail) => {
    const text = await textOf(source, tail);
    return typeof text === "string" ? rule(text, source) : text;
  };
}

/** Text of any form: it holds no zeros. */
export const judgeText = judgeWith(() => undefined);

/** Text that a program writes line by line: the last line is ended, too. */
export const judgeLines = judgeWith((text) =>
  /[\n\r]\s*$/.test(text) ? undefined : cutOff(`its last line is not ended: ${lastOf(text)}`),
);

function lastOf(text: string): string {
  const line = text.split(/[\n\r]/).at(-1)!;
  return `"${line.slice(-60)}"`;
}

/** Rows of columns: the last row may be without its end, but not without its columns. */
export const judgeTable = judgeWith((text) => {
  if (/[\n\r]\s*$/.test(text)) return undefined;
  const rows = text.split(/\r\n|\n|\r/);
  if (rows.length < 2) return undefined;
  const [before, last] = [rows.at(-2)!, rows.at(-1)!];
  const separator = separatorIn(before);
  if (separator === undefined) return undefined;
  const [cells, lastCells] = [before.split(separator), last.split(separator)];
  const short = lastCells.length < cells.length || isShorter(last, before);
  return short ? cutOff(`its last row is not complete: ${lastOf(text)}`) : undefined;
});

/** Whether a text ends in a number of fewer decimals than another: a program writes as many each time. */
function isShorter(text: string, than: string): boolean {
  return decimalsOf(text) < decimalsOf(than);
}

const decimalsOf = (text: string): number => /\.(\d+)"?$/.exec(text)?.[1]?.length ?? -1;

const START_TAG = /<(?![?!])([^\s/>]+)/;
const CLOSING = { "{": "}", "[": "]" } as const;

/** XML ends with the tag that closes its outermost element, JSON with the bracket that closes the first. */
export const judgeMarkup: JudgeFormat = async (source, tail) => {
  const text = await textOf(source, tail);
  if (typeof text !== "string") return text;
  const head = await textOf(source, {
    ...tail,
    bytes: await source.read(0, Math.min(source.size, HEAD_BYTES)),
  });
  const isClosed = /\.json$/i.test(source.path) ? closesJson : closesXml;
  return typeof head !== "string" || isClosed(head.trimStart(), text.trimEnd())
    ? undefined
    : cutOff(`its outermost element is not closed: ${lastOf(text.trimEnd())}`);
};

function closesJson(head: string, text: string): boolean {
  const first = head.replace(/^\u00ef\u00bb\u00bf/, "")[0];
  return first === "{" || first === "[" ? text.endsWith(CLOSING[first]) : true;
}

/**
 * Comments and processing instructions, also where the read text holds only their beginning or
 * their end.
 */
const ASIDE = /^(?:(?!<!--).)*-->|<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)/gs;
const END_TAG = /<(?:\/([^\s<>]+)\s*|([^\s<>/]+)[^<>]*\/)>$/;

/** Comments and instructions may follow the outermost element. */
function closesXml(head: string, text: string): boolean {
  const outermost = START_TAG.exec(head.replaceAll(ASIDE, ""))?.[1];
  const end = text.replaceAll(ASIDE, "").trimEnd();
  if (outermost === undefined || end === "") return text.endsWith(">");
  const [, closed, empty] = END_TAG.exec(end) ?? [];
  return (closed ?? empty) === outermost;
}

const SHA1_DIGITS = 40;

/** A checksum file holds 40 hexadecimal digits. */
export const judgeChecksum = judgeWith((text) => {
  if (/[0-9a-f]{40}/i.test(text)) return undefined;
  const digits = /^\s*([0-9a-f]+)\s*$/i.exec(text)?.[1]?.length;
  return digits === undefined
    ? undefined
    : cutOff(`it holds ${digits} of the ${SHA1_DIGITS} digits of a SHA-1`);
});

/** A world file holds six numbers. */
export const judgeWorldFile: JudgeFormat = async (source, tail) => {
  const text = await textOf(source, tail);
  if (typeof text !== "string") return text;
  const numbers = text.match(/\S+/g) ?? [];
  if (numbers.length < 6) return cutOff(`it holds ${numbers.length} numbers, a world file has six`);
  const last = numbers.at(-1)!;
  const open = text.endsWith(last) && isShorter(last, numbers.at(-2)!);
  return open ? cutOff(`its last number is not complete: ${last}`) : undefined;
};

const LONGEST_BLOCK = blockBytes(MAX_BLOCK_RETURNS);
/** The longest block is rare: blocks are looked for in this much first. */
const USUAL_BYTES = 65_536;

/** A range file of the house ends with a whole block, whose checksum is right. */
export const judgeRange: JudgeFormat = async (source) => {
  if (latinText(await source.read(0, Math.min(source.size, 8))) !== RANGE_SIGNATURE)
    return undefined;
  if (source.size < RANGE_HEADER_BYTES) return cutOff("it ends within its header");
  if (source.size === RANGE_HEADER_BYTES)
    return cutOff("it ends behind its header: it holds no block");
  for (const searched of [USUAL_BYTES, LONGEST_BLOCK]) {
    const from = Math.max(RANGE_HEADER_BYTES, source.size - searched);
    const bytes = await source.read(from, source.size);
    const block = lastBlock(bytes);
    if (block === undefined) continue;
    const right = crc32(block.subarray(0, -4)) === viewOf(block).getUint32(block.length - 4, true);
    return right ? "whole" : contradiction("the checksum of its last block is wrong");
  }
  return cutOff("it ends within a block");
};

/** The block that reaches exactly to the end. */
function lastBlock(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  for (let at = bytes.length - blockBytes(0); at >= 0; at--) {
    if (bytes[at] !== 0x52 || view.getUint32(at, true) !== BLOCK_MARK) continue;
    const length = blockBytes(view.getUint32(at + 8, true));
    if (length === view.getUint32(at + 12, true) && at + length === bytes.length)
      return bytes.subarray(at);
  }
  return undefined;
}
