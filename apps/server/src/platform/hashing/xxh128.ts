import { createXXHash128 } from "hash-wasm";

/** XXH128 of bytes as they pass (xxHash 0.8, XXH3_128bits). */
interface HashState {
  /** Begins anew. */
  init(): HashState;
  update(bytes: Uint8Array): HashState;
  /** In 32 hex digits, of the canonical form; nothing may follow. */
  digest(): string;
}
/** A hasher that others use again once it is disposed of. */
export type Hasher = HashState & Disposable;

const SEED_BYTES = 8;

type MakeHasher = () => HashState | Promise<HashState>;

export const makeWasmHasher: MakeHasher = createXXHash128;

/** By the processor's own instructions, ten times as fast; undefined where there is no such binary. */
export async function loadNativeHasher(): Promise<MakeHasher | undefined> {
  try {
    const { default: addon } = await import("xxhash-addon");
    return () => nativeHasher(new addon.XXHash128(Buffer.alloc(SEED_BYTES)));
  } catch {
    return undefined;
  }
}

interface NativeHash {
  reset(): void;
  update(bytes: Buffer): void;
  digest(): Buffer;
}

function nativeHasher(native: NativeHash): HashState {
  const hasher: HashState = {
    init: () => {
      native.reset();
      return hasher;
    },
    update: (bytes) => {
      native.update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      return hasher;
    },
    digest: () => native.digest().toString("hex"),
  };
  return hasher;
}

let loading: Promise<MakeHasher> | undefined;
/** Each holds memory of its own: as many as were in use at once are kept. */
const idle: Hasher[] = [];

async function newHasher(make: MakeHasher): Promise<Hasher> {
  const hasher: Hasher = Object.assign(await make(), {
    [Symbol.dispose]: () => void idle.push(hasher),
  });
  return hasher;
}

/** A hasher from its beginning. */
export async function takeHasher(): Promise<Hasher> {
  loading ??= loadNativeHasher().then((native) => native ?? makeWasmHasher);
  const hasher = idle.pop() ?? (await newHasher(await loading));
  hasher.init();
  return hasher;
}

/** The XXH128 of bytes that are all there, hex. */
export async function xxh128Of(bytes: Uint8Array): Promise<string> {
  using hasher = await takeHasher();
  return hasher.update(bytes).digest();
}

/** Passes chunks on and answers their XXH128 and length once all have passed. */
export function hashing(chunks: AsyncIterable<Uint8Array>) {
  let sum = { size: 0, xxh128: "" };
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    using hasher = await takeHasher();
    let size = 0;
    for await (const chunk of chunks) {
      hasher.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    sum = { size, xxh128: hasher.digest() };
  };
  return { chunks: pass(), sum: () => sum };
}
