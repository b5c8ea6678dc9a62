export const isText = (value: unknown): value is string => typeof value === "string";

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isListOf(value: unknown, fits: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => fits(one));
}

/** Whether it is as many bytes as there are features, each 0 or 1. */
export function isFlags(value: unknown, count: number): boolean {
  return value instanceof Uint8Array && value.length === count && value.every((flag) => flag <= 1);
}
