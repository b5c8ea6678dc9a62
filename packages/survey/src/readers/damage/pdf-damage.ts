import { latinText } from "../latin-text.ts";
import { beforeZeros, cutOff, type JudgeFormat } from "./damage.ts";

const CLOSING_BYTES = 1024;

/**
 * A PDF ends with `%%EOF` (ISO 32000-1, 7.5.5), which readers accept in the last 1,024 bytes; padding
 * of zeros behind it does no harm.
 */
export const judgePdf: JudgeFormat = async (source, tail) => {
  const head = latinText(await source.read(0, Math.min(source.size, CLOSING_BYTES)));
  if (!head.includes("%PDF-")) return undefined;
  const end = tail.zeros ? await beforeZeros(source) : tail.bytes;
  if (latinText(end.subarray(-CLOSING_BYTES)).includes("%%EOF")) return "whole";
  return cutOff("it has no end mark %%EOF");
};
