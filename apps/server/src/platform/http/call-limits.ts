import { AppError } from "@swath/contract/errors";
import type { Route } from "@swath/contract/route";

/** Most calls a minute of one address: 200 people behind one, who poll and upload small files. */
export const CALLS_OF_ADDRESS = 60_000;
/** Most calls a minute of one person, over all their tabs. */
export const CALLS_OF_PERSON = 6_000;
const MINUTE_MS = 60_000;

/** TOO_MANY_REQUESTS, with the seconds after which it is worth asking again. */
export function tooMany(milliseconds: number): AppError {
  return new AppError("TOO_MANY_REQUESTS", "too many calls; wait a little", {
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
  });
}

/**
 * Counts the calls of each person, and those of each person to a route that allows fewer, minute by
 * minute; the function that it returns throws TOO_MANY_REQUESTS. `now` is a clock in milliseconds.
 */
export function limitPeople(callsOfPerson: number, now: () => number) {
  let minute = { ends: 0, calls: new Map<string, number>() };
  const count = (key: string, most: number): void => {
    const calls = (minute.calls.get(key) ?? 0) + 1;
    minute.calls.set(key, calls);
    if (calls > most) throw tooMany(minute.ends - now());
  };
  return (route: Route, subject: string): void => {
    if (now() >= minute.ends) minute = { ends: now() + MINUTE_MS, calls: new Map() };
    count(subject, callsOfPerson);
    if (route.callsPerMinute !== undefined)
      count(`${route.method} ${route.path} ${subject}`, route.callsPerMinute);
  };
}
