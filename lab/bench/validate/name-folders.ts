import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";

/** A hundred thousand valid names, or as many that match no rule. */
export type NameKind = "valid" | "invalid";

const FILES_PER_FOLDER = 5000;

/** Paths below the base folder of a raw upload. */
export function namesOf(kind: NameKind, count: number): readonly string[] {
  const suffix = kind === "valid" ? "raw" : "xyz";
  const images = Array.from({ length: count - 1 }, (_, n) => {
    const block = Math.floor(n / FILES_PER_FOLDER);
    return `MM2/block_${block}/image_${String(n).padStart(6, "0")}.${suffix}`;
  });
  return ["MM1/GPS/session_0001.dat", ...images];
}

/** Writes a folder of files of one byte: only their names are validated. Returns its path. */
export function writeNames(place: string, folder: string, names: readonly string[]): string {
  const root = join(place, folder);
  for (const inner of new Set(names.map((name) => dirname(name))))
    mkdirSync(join(root, inner), { recursive: true });
  for (const name of names) writeFileSync(join(root, name), "x");
  return root;
}

/** Hands the page files of these names as its picker would, made in its own memory. */
export async function chooseNames(
  page: Page,
  folder: string,
  names: readonly string[],
): Promise<void> {
  await page.evaluate(
    ([base, paths]) => {
      const input = document.querySelector<HTMLInputElement>("input[type=file]");
      if (input === null) throw new Error("no picker");
      const files = paths.map((path) =>
        Object.defineProperty(new File(["x"], path), "webkitRelativePath", {
          value: `${base}/${path}`,
        }),
      );
      Object.defineProperty(input, "files", { value: files, configurable: true });
      // The next step then runs in a task of its own, as after a real choice.
      setTimeout(() => input.dispatchEvent(new Event("change", { bubbles: true })), 1000);
    },
    [folder, names] as const,
  );
}
