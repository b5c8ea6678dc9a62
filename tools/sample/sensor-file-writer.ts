import { BinaryWriter } from "./binary-writer.ts";
import { randomFrom } from "./random.ts";

/** A JPEG of one grey pixel. */
export function jpgFile(): Uint8Array {
  return Uint8Array.from(
    atob(
      `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${"/".repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==`,
    ),
    (char) => char.charCodeAt(0),
  );
}

/** A world file: pixel sizes, rotations, and the centre of the upper left pixel. */
export function worldFile(pixel: number, x: number, y: number): Uint8Array {
  const lines = [pixel, 0, 0, -pixel, x, y].map((value) => value.toFixed(10));
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}

/** Entries without the image's own, which stands last. */
const IIQ_ENTRIES: readonly (readonly [tag: number, type: number, value: number])[] = [
  [0x0108, 1, 14_204],
  [0x0109, 1, 10_652],
  [0x010d, 1, 14_304],
];

const IIQ_IMAGE = 0x010f;
const IIQ_ENTRY_BYTES = 16;
const IIQ_BASE = 8;

/**
 * An image with the header of Phase One's IIQ: a TIFF header, then `IIII`, `Raw` and the offset of
 * a directory of 16-byte entries; noise in place of pixels.
 */
export function iiqFile(bytes: number, seed: number): Uint8Array {
  const writer = new BinaryWriter(bytes).text("II").u16(42).u32(8).text("IIII").text("\u0001waR");
  writer
    .u32(16)
    .skip(4)
    .u32(IIQ_ENTRIES.length + 1)
    .u32(0);
  for (const [tag, type, value] of IIQ_ENTRIES) writer.u32(tag).u32(type).u32(4).u32(value);
  // Offsets count from `IIII`.
  const image = writer.position + IIQ_ENTRY_BYTES - IIQ_BASE;
  writer
    .u32(IIQ_IMAGE)
    .u32(0)
    .u32(bytes - IIQ_BASE - image)
    .u32(image);
  return noisy(writer.bytes, writer.position, seed);
}

/** A file of noise, for kinds without a public format. */
export function noiseFile(bytes: number, seed: number): Uint8Array {
  return noisy(new Uint8Array(bytes), 0, seed);
}

function noisy(bytes: Uint8Array, from: number, seed: number): Uint8Array {
  const random = randomFrom(seed);
  for (let i = from; i < bytes.length; i++) bytes[i] = random() * 256;
  return bytes;
}

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
