import { readDamage } from "../readers/damage/read-damage.ts";
import { memorySource } from "../readers/file-source.ts";

export const text = (content: string): Uint8Array => new TextEncoder().encode(content);
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
export const noise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at % 251) + 1);
export const zeros = (length: number): Uint8Array => new Uint8Array(length);

/** What is said of a file of this name; `whole` of one that nothing is wrong with. */
export async function judged(name: string, bytes: Uint8Array): Promise<string> {
  const damage = await readDamage(memorySource(`FL000123_045/${name}`, bytes));
  return damage === undefined ? "whole" : `${damage.kind}: ${damage.reason}`;
}
