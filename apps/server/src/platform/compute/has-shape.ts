type KindOf<Value> = Value extends string
  ? "string"
  : Value extends number
    ? "number"
    : Value extends boolean
      ? "boolean"
      : Value extends readonly unknown[]
        ? "list"
        : "object";

/** What each member of an object is; `?` allows null. */
export type Shape<T> = {
  readonly [Member in keyof T]-?: null extends T[Member]
    ? `${KindOf<NonNullable<T[Member]>>}?`
    : KindOf<T[Member]>;
};

function isA(kind: string, value: unknown): boolean {
  if (value === null) return kind.endsWith("?");
  const name = kind.endsWith("?") ? kind.slice(0, -1) : kind;
  return name === "list" ? Array.isArray(value) : typeof value === name;
}

/**
 * Whether a value that was read from a file of our own is what was written, as far as a cut or
 * garbled file would show. Runners start with this; to load zod takes longer than a short task.
 */
export function hasShape<T extends object>(value: unknown, shape: Shape<T>): value is T {
  if (typeof value !== "object" || value === null) return false;
  const members = value as Record<string, unknown>;
  return Object.entries<string>(shape).every(([name, kind]) => isA(kind, members[name]));
}
