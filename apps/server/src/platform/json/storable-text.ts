/** Whether a database keeps a text as it is: without NUL, and well-formed Unicode. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Where a value holds a text that is not storable, as its keys and indexes; undefined where none is. */
export function unstorablePlace(value: unknown): string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return ["a key"];
    const place = unstorablePlace(inner);
    if (place !== undefined) return [key, ...place];
  }
  return undefined;
}
