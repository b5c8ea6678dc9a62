import { BinaryWriter } from "./binary-writer.ts";
/** One file of a POS recording: its span in UTC milliseconds, at one set of records a second. */
export interface PosSpan {
    readonly start: number;
    readonly end: number;
    /** Serial number of the POS computer, as group 99 states it. */
    readonly serial: string;
    readonly latitude: number;
    readonly longitude: number;
    /** Whether the receiver counts weeks in 10 bits, as old ones do. */
    readonly shortWeeks?: boolean;
}
/** Bytes of an Applanix recording: groups 1 and 3 each second, group 99 every tenth, and a $MSG first. */
export declare function applanixFile(span: PosSpan): Uint8Array;
/** A group with its header, time fields (seconds of the GPS week), padding, checksum and end. */
export declare function group(id: number, seconds: number, body: number, fill: (w: BinaryWriter) => void): Uint8Array;
/** The message that a recording begins with. */
export declare function installationMessage(): Uint8Array;
/** Group 3: what the receiver sees, the week. */
export declare function gpsStatus(seconds: number, week: number): Uint8Array;
/** Group 99: what the computer is made of. */
export declare function versions(serial: string, seconds: number): Uint8Array;
