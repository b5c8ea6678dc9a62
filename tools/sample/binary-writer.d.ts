/** Little-endian bytes, written one value after another into a buffer of known size. */
export declare class BinaryWriter {
    #private;
    readonly bytes: Uint8Array<ArrayBuffer>;
    constructor(size: number);
    get position(): number;
    text(value: string, length?: number): this;
    skip(length: number): this;
    u8(value: number): this;
    u16(value: number): this;
    u32(value: number): this;
    i32(value: number): this;
    u64(value: number): this;
    f32(value: number): this;
    f64(value: number): this;
}
