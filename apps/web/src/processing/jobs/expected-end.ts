import { plural } from "../../ui/format/count.ts";
import { utcMinute } from "../../ui/format/time.ts";

const DAY_LENGTH = 10;

/** When a job is expected to have ended, to the minute: `about 14:20 UTC, from 12 earlier runs`. */
export function expectedEndInWords(
  { at, runs }: { readonly at: string; readonly runs: number },
  now: number,
): string {
  const minute = utcMinute(at);
  const isToday = minute.startsWith(utcMinute(now).slice(0, DAY_LENGTH));
  const when = isToday ? minute.slice(DAY_LENGTH + 1) : minute;
  const from = `from ${plural(runs, "earlier run")}`;
  // The page may have been read before it was late.
  if (Date.parse(at) < now) return `was about ${when}, ${from}; it takes longer`;
  return `about ${when}, ${from}`;
}
