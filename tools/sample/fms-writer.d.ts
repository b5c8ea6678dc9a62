/** One log of the flight management system; times in UTC milliseconds since 1970. */
export interface FmsFlight {
    readonly flightId: string;
    readonly projectIds: readonly string[];
    readonly start: number;
    readonly end: number;
    /** Where the lines are known: when each was flown. */
    readonly lines?: readonly {
        readonly start: number;
        readonly end: number;
    }[];
}
/** A log in the house format of docs/formats.md: GPS week and seconds, an event, and what it concerns. */
export declare function fmsLog(flight: FmsFlight): Uint8Array;
