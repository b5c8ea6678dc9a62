/** The present, injected so that tests may set it. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
/** Milliseconds of a clock that only runs forward. */
export const monotonicClock = (): number => performance.now();
