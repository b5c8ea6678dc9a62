const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** Bytes for people, in the units in which 209715200 bytes are 200 MB. */
export function formatBytes(bytes: number): string {
  const exponent = bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024));
  const unit = Math.min(exponent, UNITS.length - 1);
  return unit === 0
    ? `${Math.round(bytes)} B`
    : `${(bytes / 1024 ** unit).toFixed(2)} ${UNITS[unit] ?? ""}`;
}
