import { expect, type Page } from "@playwright/test";
import type { NamedBytes } from "../apps/web/src/planning/testing/plan-files.ts";

/** Drops files on the page, all at once. */
export async function dropFiles(page: Page, files: readonly NamedBytes[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({
    name,
    base64: Buffer.from(bytes).toString("base64"),
  }));
  const transfer = await page.evaluateHandle((named) => {
    const data = new DataTransfer();
    for (const { name, base64 } of named) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, given);
  const target = page.getByRole("application", { name: "Map of the loaded geometry" });
  for (const type of ["dragenter", "dragover", "drop"])
    await target.dispatchEvent(type, { dataTransfer: transfer });
}

/** Chooses files in the picker behind 'Load geometry'. */
export async function pickFiles(page: Page, files: readonly NamedBytes[]): Promise<void> {
  await page.getByLabel("KMZ files").setInputFiles(
    files.map(({ name, bytes }) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(bytes),
    })),
  );
}

/** Waits until the map shows what is loaded, where it moves at once: {@link still}. */
export async function mapRests(page: Page): Promise<void> {
  const zoom = (): number => Number(new URL(page.url()).searchParams.get("at")?.split(",")[2]);
  await expect.poll(zoom).toBeGreaterThan(8);
}

/** Has nothing move on a page: a press would stop the map on its way. */
export const still = (page: Page): Promise<void> => page.emulateMedia({ reducedMotion: "reduce" });

/** The parts of work that the browser holds, whoever's they are. */
function keptParts(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "swath-work")) return [];
    const opened = indexedDB.open("swath-work", 1);
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const all = opened.result.transaction("work").objectStore("work").getAll();
    await new Promise((resolve) => all.addEventListener("success", resolve));
    opened.result.close();
    return all.result as unknown[];
  });
}

/** How many they are. */
export const keptIn = async (page: Page): Promise<number> => (await keptParts(page)).length;

interface KeptLayer {
  /** Of each feature the number of its instruction; 0: none. */
  readonly assigned: Iterable<number>;
}

/** How many features of the kept work belong to an instruction. */
export async function persistedAssociations(page: Page): Promise<number> {
  const parts = (await keptParts(page)) as readonly { layers?: readonly KeptLayer[] }[];
  let count = 0;
  for (const { layers = [] } of parts)
    for (const { assigned } of layers) for (const number of assigned) if (number > 0) count += 1;
  return count;
}

/** Draws a lasso along corners, which are parts of the map's size. */
export async function drawLasso(
  page: Page,
  corners: readonly (readonly [right: number, down: number])[],
): Promise<void> {
  await dragLasso(page, corners);
  await page.mouse.up();
}

/** The same, and holds it. */
export async function dragLasso(
  page: Page,
  corners: readonly (readonly [right: number, down: number])[],
): Promise<void> {
  const box = await page.getByRole("application").boundingBox();
  if (box === null) throw new Error("there is no map");
  const places = corners.map(
    ([right, down]) => [box.x + right * box.width, box.y + down * box.height] as const,
  );
  for (const [at, [x, y]] of places.entries()) {
    await page.mouse.move(x, y, { steps: 8 });
    if (at === 0) await page.mouse.down();
  }
}
