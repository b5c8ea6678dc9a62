const DAY_MS = 86_400_000;

/** ISO days, both included. */
export interface SurveyRange {
  readonly start: string;
  readonly end: string;
}

const isDay = (text: string): boolean => {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** Whether the end is a day or more after the start (document 1, section 5). */
function isSurveyRange({ start, end }: SurveyRange): boolean {
  return Date.parse(end) - Date.parse(start) >= DAY_MS;
}

/** Reads `start+end`; an address's `+` may arrive as a space. Undefined where it is no range. */
export function parseSurveyRange(text: string): SurveyRange | undefined {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)[+ ](\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return undefined;
  return isSurveyRange({ start, end }) ? { start, end } : undefined;
}
