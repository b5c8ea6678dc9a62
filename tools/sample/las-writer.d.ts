export interface LasContent {
    /** 6, 7 or 8 (RGBN). */
    readonly pointFormat: number;
    readonly points: number;
    readonly longitude: number;
    readonly latitude: number;
    readonly seed: number;
}
/**
 * A file with the header of a LAZ (ASPRS LAS 1.4-R15, table 3; LASzip's bit 7 of the point format
 * and its record 22204), followed by noise in place of compressed points: good for
 * readers of headers, not for decoders of points.
 */
export declare function lazShaped(content: LasContent): Uint8Array;
