import { createXXHash128 } from "hash-wasm";

/** XXH128 of bytes as they pass (xxHash 0.8, XXH3_128bits). */
export interface Hasher {
  /** Begins anew. */
  init(): Hasher;
  update(bytes: Uint8Array): Hasher;
  /** In 32 hex digits, of the canonical form; nothing may follow. */
  digest(): string;
}

const SEED_BYTES = 8;

type MakeHasher = () => Hasher | Promise<Hasher>;

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

function nativeHasher(native: NativeHash): Hasher {
  const hasher: Hasher = {
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

/** A hasher from its beginning; give it back after use. */
export async function takeHasher(): Promise<Hasher> {
  loading ??= loadNativeHasher().then((native) => native ?? makeWasmHasher);
  const make = await loading;
  return (idle.pop() ?? (await make())).init();
}

export function giveHasherBack(hasher: Hasher): void {
  idle.push(hasher);
}
