/** A limit of sending, which may hold at some hours of the day alone. */
export interface HourlyLimit {
  /** On the wire, over all connections. */
  readonly bytesPerSecond: number;
  /** Minutes of the local day between which it holds, over midnight where `to` is the lesser. */
  readonly hours?: { readonly from: number; readonly to: number };
}

/** The bytes per second that a limit allows at a time; undefined for as many as the link takes. */
export function rateAt(limit: HourlyLimit | undefined, time: Date): number | undefined {
  if (limit?.hours === undefined) return limit?.bytesPerSecond;
  const { from, to } = limit.hours;
  const minute = time.getHours() * 60 + time.getMinutes();
  const holds = from <= to ? from <= minute && minute < to : from <= minute || minute < to;
  return holds ? limit.bytesPerSecond : undefined;
}
