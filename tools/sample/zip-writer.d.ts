/** A file of a ZIP archive; the archive's statements on it need not be true. */
export interface ZipMember {
    readonly name: string;
    /** 0 stored, 8 deflated. */
    readonly method: number;
    readonly flags: number;
    readonly crc: number;
    readonly packed: Uint8Array;
    readonly bytes: number;
    /** Whether the directory gives its sizes and its place as ZIP64 does. */
    readonly wide: boolean;
}
interface ZipOptions {
    readonly before?: Uint8Array;
    readonly comment?: Uint8Array;
    /** Whether the archive ends as ZIP64 does. */
    readonly wide?: boolean;
    /** Writes something else in place of an offset, a size or a count. */
    readonly place?: (right: number) => number;
}
/** A deflated file with valid entries. */
export declare function zipMember(name: string, content: Uint8Array): ZipMember;
/** A ZIP archive (PKWARE APPNOTE 6.3.10, 4.3), with or without ZIP64. */
export declare function zipArchive(members: readonly ZipMember[], options?: ZipOptions): Uint8Array;
export {};
