const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const STEP = 1024;

/**
 * Bytes as people read them, by one rule everywhere: each unit is 1024 of the one before, as in the
 * specification's "200 MB (209715200 bytes)", with 2 decimals: `200.00 MB`.
 */
export function formatBytes(bytes: number): string {
  const exponent = bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP));
  const unit = Math.min(exponent, UNITS.length - 1);
  return unit === 0
    ? `${Math.round(bytes)} B`
    : `${(bytes / STEP ** unit).toFixed(2)} ${UNITS[unit] ?? ""}`;
}
