const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** The number that a text stands for; undefined where it is none. A minus sign may be a typographic one. */
function numberIn(text: string): number | undefined {
  const plain = text.trim().replace("−", "-");
  return DECIMAL.test(plain) ? Number(plain) : undefined;
}

/** The number that a text stands for; undefined where it is none, or beyond a limit either way. */
export function enteredNumber(text: string, limit: number): number | undefined {
  const value = numberIn(text);
  return value !== undefined && Math.abs(value) <= limit ? value : undefined;
}

/** Why a text is no number of a record; undefined for one, and for an empty text. */
export function numberFault(text: string, limit: number, unit: string): string | undefined {
  if (text.trim() === "" || enteredNumber(text, limit) !== undefined) return undefined;
  if (numberIn(text) === undefined) return "Enter a number, such as -1.356.";
  return `Enter a number from -${limit} to ${limit} ${unit}.`;
}
