/** What the rules of calibration records read of one; instants in ms. */
export interface SetRecord {
  readonly id: string;
  readonly sensor: string;
  readonly aircraft: string;
  readonly survey: number;
  readonly expiry: number | null;
  /** Of the calibration: ScheduledExpiryDate. */
  readonly due: number | null;
  readonly active: boolean;
}

/** Document 3, section 4.3, line by line: IsActive, ExpiryDate, status, status filters, edit. */
const TABLE = [
  ["true", "none", "Valid and current", "Current", "blocked"],
  ["true", "set", "Valid and expired", "Expired", "blocked"],
  ["false", "none", "Missing parameters", "Invalid", "allowed"],
  ["false", "set", "Missing parameters and expired", "Expired Invalid", "allowed"],
] as const;

/** The line of the table that a record is in. */
export function expectedStatus({ active, expiry }: Pick<SetRecord, "active" | "expiry">) {
  for (const [isActive, expiryDate, text, filters, edit] of TABLE)
    if (isActive === String(active) && expiryDate === (expiry === null ? "none" : "set"))
      return { text, filters: filters.split(" "), editable: edit === "allowed" };
  throw new Error("the table has no such line");
}

/** K1 */
export const expectedDue = ({ due }: SetRecord, now: number): boolean =>
  due !== null && due - now <= 0;

/** K4 by looking at one record after the other. */
export function expectedMatch(
  records: readonly SetRecord[],
  flight: { readonly sensors: readonly string[]; readonly aircraft: string; readonly at: number },
): SetRecord[] {
  let newest: SetRecord[] = [];
  for (const record of records) {
    if (!record.active || !flight.sensors.includes(record.sensor)) continue;
    if (record.aircraft !== flight.aircraft || record.survey > flight.at) continue;
    if (record.expiry !== null && record.expiry <= flight.at) continue;
    const best = newest[0]?.survey ?? Number.NEGATIVE_INFINITY;
    if (record.survey > best) newest = [record];
    else if (record.survey === best) newest.push(record);
  }
  return newest;
}

/** K2 and K3: the set once a record of it, or one more, is saved. */
export function expectedAfterSaving(records: readonly SetRecord[], saved: SetRecord): SetRecord[] {
  const set = records.filter(({ id }) => id !== saved.id).concat({ ...saved, active: true });
  return set.map((record) => Object.assign({}, record, { expiry: expectedExpiry(set, record) }));
}

function expectedExpiry(set: readonly SetRecord[], record: SetRecord): number | null {
  let { expiry } = record;
  for (const { sensor, aircraft, active, survey } of record.active ? set : []) {
    const follows = active && sensor === record.sensor && aircraft === record.aircraft;
    if (!follows || survey <= record.survey) continue;
    if (expiry === null || survey < expiry) expiry = survey;
  }
  return expiry;
}
