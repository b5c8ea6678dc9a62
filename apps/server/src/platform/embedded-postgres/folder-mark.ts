import { type BigIntStats, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { z } from "zod";

/** Tells a folder from its copies: these have its content, but never its number on the file system. */
export const folderMarkSchema = z.object({
  path: z.string(),
  device: z.string(),
  inode: z.string(),
});
export type FolderMark = z.infer<typeof folderMarkSchema>;

const toMark = (path: string, { dev, ino }: BigIntStats): FolderMark => ({
  path,
  device: String(dev),
  inode: String(ino),
});

/** The mark of a folder, by its real path. */
export async function markOf(path: string): Promise<FolderMark> {
  return toMark(path, await stat(path, { bigint: true }));
}

/** As {@link markOf}, without a pause. */
export const markNow = (path: string): FolderMark => toMark(path, statSync(path, { bigint: true }));

/**
 * Whether two marks are of one folder. Where it was moved its number stays; a restart of the machine
 * may number its file systems in another way, and a snapshot keeps the numbers of what it copies.
 */
export function isSameFolder(a: FolderMark, b: FolderMark): boolean {
  return a.inode === b.inode && (a.device === b.device || a.path === b.path);
}

/** Whether two paths lead to one folder now; false where either leads nowhere. */
export async function leadToOne(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  if (one === undefined || other === undefined) return false;
  return one.ino === other.ino && one.dev === other.dev;
}
