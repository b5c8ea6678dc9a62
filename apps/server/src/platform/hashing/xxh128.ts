import { createXXHash128, type IHasher } from "hash-wasm";

/** Each holds memory of its own: as many as were in use at once are kept. */
const idle: IHasher[] = [];

/** A hasher of XXH128 from its beginning; give it back after use. */
export async function takeHasher(): Promise<IHasher> {
  return (idle.pop() ?? (await createXXHash128())).init();
}

export function giveHasherBack(hasher: IHasher): void {
  idle.push(hasher);
}
