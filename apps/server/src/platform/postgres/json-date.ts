const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\+00:00$/;

/** A timestamp as PostgreSQL writes it in JSON, as ISO 8601 in UTC; whole seconds without a Date. */
export function isoOfJson(text: string): string {
  const whole = UTC.exec(text)?.[1];
  return whole === undefined ? new Date(text).toISOString() : `${whole}.000Z`;
}

export const isoOrNullOfJson = (text: string | null): string | null =>
  text === null ? null : isoOfJson(text);
