import { z } from "zod";
import { LEAST_AUDIT_DAYS } from "../../platform/audit/retention.ts";

export const logVariables = z.object({
  SWATH_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  SWATH_LOG_FILE: z.string().optional(),
  SWATH_AUDIT_DAYS: z.coerce
    .number({ error: "must be a number" })
    .int()
    .min(LEAST_AUDIT_DAYS, `must be ${LEAST_AUDIT_DAYS} or more`)
    .default(2_557),
});

/** What is written of what happens, and how long it is kept. */
export function logOf(values: z.output<typeof logVariables>) {
  return {
    logLevel: values.SWATH_LOG_LEVEL,
    logFile: values.SWATH_LOG_FILE,
    auditDays: values.SWATH_AUDIT_DAYS,
  };
}
