import { z } from "zod";

/** What PostgreSQL does not read as an instant, though ISO 8601 has it. */
const FOREIGN = /^0000|[+-](1[6-9]|2\d):\d\d$/;

function isKept(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return !FOREIGN.test(text) && year >= 1 && year <= 9_999;
}

/** An instant that somebody gives: one that the database keeps, and that is told as it was given. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .refine(isKept, "must be of the years 1 to 9999 (UTC), by an offset of less than 16 hours");
