import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The UTC day of an instant, on which a demonstration that is started then begins: `2026-06-30`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** In the data folder, for commands: `npm run sample` makes folders of the demonstration's flights. */
const FILE = "demonstration-day.txt";
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Notes the day of the first start. */
export async function noteDay(dataFolder: string, day: string): Promise<void> {
  await writeFile(join(dataFolder, FILE), `${day}\n`);
}

/** The day that is noted in a data folder; undefined where no demonstration was started on it. */
export async function notedDay(dataFolder: string): Promise<string | undefined> {
  const text = await readFile(join(dataFolder, FILE), "utf8").catch(() => "");
  const day = text.trim();
  return DAY.test(day) ? day : undefined;
}
