import type { HourlyLimit } from "@swath/upload-engine";
import { CommandProblem, EXIT } from "./exit-codes.ts";

const BYTES = { kB: 1_000, MB: 1_000_000 } as const;
const LIMIT =
  /^(?<rate>\d+(?:\.\d+)?)(?<unit>kB|MB)\/s(?:@(?<from>[0-2]\d:[0-5]\d)-(?<to>[0-2]\d:[0-5]\d))?$/;
const DAY = 24 * 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Reads `2MB/s` or `500kB/s@08:00-18:00`; throws a CommandProblem where it is neither. */
export function readLimit(word: string): HourlyLimit {
  const { rate, unit, from, to } = LIMIT.exec(word)?.groups ?? {};
  const bytesPerSecond = Number(rate ?? 0) * BYTES[(unit ?? "kB") as keyof typeof BYTES];
  const hours =
    from === undefined || to === undefined
      ? undefined
      : { from: minutesOf(from), to: minutesOf(to) };
  const isDay =
    hours === undefined || (hours.from < DAY && hours.to < DAY && hours.from !== hours.to);
  if (bytesPerSecond === 0 || !isDay)
    throw new CommandProblem(
      EXIT.usage,
      `The limit ${word} is not understood: say 2MB/s, or 500kB/s@08:00-18:00`,
    );
  return { bytesPerSecond, ...(hours && { hours }) };
}
