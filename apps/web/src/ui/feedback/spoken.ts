/**
 * When progress is said to who cannot see it:
 *
 * web-ui/L1 nothing as it begins: the bar says where it stands;
 * web-ui/L2 each quarter that is reached, and the end, at once;
 * web-ui/L3 in between, where it moved, once in 30 s;
 * web-ui/L4 never twice within 5 s but for the end: of quarters that follow faster the latest is said then.
 */
const EVERY_MS = 30_000;
const QUIET_MS = 5_000;

/** How far something was when it was said last, or began; ms of a clock that only runs forward. */
export interface Spoken {
  readonly percent: number;
  readonly at: number;
}

const quarter = (percent: number): number => Math.floor(percent / 25);

/** How many ms from now on it is to be said how far something is; undefined where it need not be. */
export function spokenIn(last: Spoken, { percent, at }: Spoken): number | undefined {
  if (percent === last.percent) return undefined;
  const since = at - last.at;
  if (percent >= 100) return 0;
  const least = quarter(percent) > quarter(last.percent) ? QUIET_MS : EVERY_MS;
  return Math.max(0, least - since);
}
