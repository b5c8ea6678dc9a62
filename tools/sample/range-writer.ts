import { BinaryWriter } from "./binary-writer.ts";
import { randomFrom } from "./random.ts";

const HEADER_BYTES = 4096;
const PULSE_BYTES = 32;
const CHUNK_PULSES = 32_768;

/** A range file: a header that names the laser, then pulses of which a third is noise, in chunks of 1 MB. */
export function* rangeFile(serial: string, bytes: number, seed: number): Generator<Uint8Array> {
  yield new BinaryWriter(HEADER_BYTES).text(
    `RANGE\r\nLaser Serial No: ${serial}\r\nPulse Rate: 550000\r\n`,
  ).bytes;
  const random = randomFrom(seed);
  for (let left = bytes - HEADER_BYTES, pulse = 0; left > 0; pulse += CHUNK_PULSES) {
    const chunk = pulses(pulse, random);
    yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}

function pulses(first: number, random: () => number): Uint8Array {
  const words = new Uint32Array((CHUNK_PULSES * PULSE_BYTES) / 4);
  for (let i = 0, at = 0; i < CHUNK_PULSES; i++) {
    const pulse = first + i;
    const noise = (random() * 4_294_967_296) >>> 0;
    words[at++] = (pulse * 1818) >>> 0;
    words[at++] = Math.floor(pulse / 2_362_000);
    words[at++] = 1_500_000 + Math.round(Math.sin(pulse / 5000) * 40_000) + (noise & 0x3ff);
    words[at++] = (noise >>> 10) & 0xfffff;
    words[at++] = (random() * 4_294_967_296) >>> 0;
    words[at++] = Math.round(Math.sin(pulse / 900) * 20_000) >>> 0;
    words[at++] = (random() * 65_536) >>> 0;
    words[at++] = 0x00010001;
  }
  return new Uint8Array(words.buffer);
}
