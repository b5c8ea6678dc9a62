import { z } from "zod";

/** From this share of a limit on people are warned. */
const WARNING_SHARE = 0.8;

const limitUseSchema = z.object({ used: z.number().nonnegative(), limit: z.number().positive() });
/** What is used of a limit: a number of uploads, or bytes. */
export type LimitUse = z.infer<typeof limitUseSchema>;

/** How much of each quota the caller has used, and of the company's storage. */
export const uploadQuotasSchema = z.object({
  /** Uploads that send. */
  slots: limitUseSchema,
  /** Uploads from the choice of a folder to ready data, paused and failed ones included. */
  uploads: limitUseSchema,
  /** Source bytes of these uploads. */
  bytes: limitUseSchema,
  /** Bytes that the company stores, once they exceed its soft limit; null before, and without a limit. */
  storage: limitUseSchema.nullable(),
});
export type UploadQuotas = z.infer<typeof uploadQuotasSchema>;

/** Bytes that the company stores, by the inventory, and its soft limit; null where none is set. */
export const storageUseSchema = z.object({
  used: z.number().nonnegative(),
  limit: z.number().positive().nullable(),
});
export type StorageUse = z.infer<typeof storageUseSchema>;

/** Whether as much of a limit is used that people are warned, before anything is refused. */
export const isNearLimit = ({ used, limit }: LimitUse): boolean => used >= limit * WARNING_SHARE;

const QUOTAS = ["slots", "uploads", "bytes", "storage"] as const;

/** The quotas of which the caller is warned, with what is used of each. */
export function quotaWarnings(
  quotas: UploadQuotas,
): readonly (LimitUse & { readonly of: (typeof QUOTAS)[number] })[] {
  return QUOTAS.flatMap((of) => {
    const use = quotas[of];
    return use !== null && isNearLimit(use) ? [{ of, ...use }] : [];
  });
}

const UNITS = ["B", "KB", "MB", "GB", "TB", "PB"] as const;
const STEP = 1000;
const DECIMALS = 2;

/**
 * Two amounts of bytes in the unit of the larger one, as limits are set: each unit is 1000 of the one before. With
 * 2 decimals at most, as `412` and `500 GB`.
 */
export function amountsOf({ used, limit }: LimitUse): {
  readonly used: string;
  readonly limit: string;
} {
  const largest = Math.max(used, limit, 1);
  const exponent = Math.min(Math.floor(Math.log10(largest) / 3 + 1e-9), UNITS.length - 1);
  const inUnit = (bytes: number): string =>
    String(Number((bytes / STEP ** exponent).toFixed(DECIMALS)));
  return { used: inUnit(used), limit: `${inUnit(limit)} ${UNITS[exponent]}` };
}
