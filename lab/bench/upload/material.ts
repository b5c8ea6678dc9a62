/** A small seeded generator (mulberry32): the same bytes on every run. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** Bytes that no compressor shrinks. */
export function noise(bytes: number, seed: number): Buffer<ArrayBuffer> {
  const next = random(seed);
  const words = new Uint32Array(Math.ceil(bytes / 4));
  for (let i = 0; i < words.length; i++) words[i] = next();
  return Buffer.from(words.buffer, 0, bytes);
}

const RECORD_BYTES = 28;

/** Records like a scanner's: slow coordinates, noisy ranges and intensities; zstd shrinks them about 1.4 times. */
export function lidarLike(bytes: number, seed: number): Buffer<ArrayBuffer> {
  const next = random(seed);
  const records = Buffer.alloc(Math.ceil(bytes / RECORD_BYTES) * RECORD_BYTES);
  let time = 152_100 + (seed % 1000);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const n = at / RECORD_BYTES;
    time += 2e-6;
    records.writeInt32LE(30_000_000 + n * 3 + (next() & 0x3ff), at);
    records.writeInt32LE(-12_000_000 + (n % 4096) * 7 + (next() & 0x3ff), at + 4);
    records.writeInt32LE(45_000 + (next() & 0x1fff), at + 8);
    records.writeUInt16LE(next() & 0xfff, at + 12);
    records.writeUInt16LE(0x0101, at + 14);
    records.writeDoubleLE(time, at + 16);
    records.writeUInt32LE((n * 17) & 0xffff, at + 24);
  }
  return records.subarray(0, bytes);
}
