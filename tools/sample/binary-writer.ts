/** Little-endian bytes, written one value after another into a buffer of known size. */
export class BinaryWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  get position(): number {
    return this.#at;
  }

  text(value: string, length = value.length): this {
    this.bytes.set(new TextEncoder().encode(value).subarray(0, length), this.#at);
    return this.skip(length);
  }
  skip(length: number): this {
    this.#at += length;
    return this;
  }
  u8(value: number): this {
    this.#view.setUint8(this.#at, value);
    return this.skip(1);
  }
  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    return this.skip(2);
  }
  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    return this.skip(4);
  }
  i32(value: number): this {
    this.#view.setInt32(this.#at, value, true);
    return this.skip(4);
  }
  u64(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    return this.skip(8);
  }
  f32(value: number): this {
    this.#view.setFloat32(this.#at, value, true);
    return this.skip(4);
  }
  f64(value: number): this {
    this.#view.setFloat64(this.#at, value, true);
    return this.skip(8);
  }
}
