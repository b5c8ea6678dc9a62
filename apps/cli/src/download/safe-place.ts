import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { pathFault } from "@swath/contract/uploads";

/** A file cannot be saved where its path says. */
export class UnsafePlace extends Error {
  override readonly name = "UnsafePlace";
}

/** Names that a Windows disk cannot hold, or takes for others. */
const NOT_ON_WINDOWS = /[<>:"|?*]|[. ]$/;

/** What stands at a path, of a link the link itself; undefined where nothing does. */
export async function standing(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** The folder that files are saved below, made where it is missing; the person names it, so that links to it count. */
export async function topFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return realpath(path);
}

/**
 * Where a file of this path is saved below a folder; its folders are made. Throws {@link UnsafePlace} for a path that
 * leads out, or through something other than a folder, such as a link.
 */
export async function placeBelow(top: string, path: string): Promise<string> {
  const fault = pathFault(path);
  if (fault !== undefined) throw new UnsafePlace(`the path ${fault}`);
  const segments = path.split("/");
  if (process.platform === "win32" && segments.some((name) => NOT_ON_WINDOWS.test(name)))
    throw new UnsafePlace("this disk cannot hold its name");
  let folder = top;
  for (const segment of segments.slice(0, -1)) {
    folder = join(folder, segment);
    if ((await standing(folder)) === undefined) await mkdir(folder);
    if ((await standing(folder))?.isDirectory() !== true)
      throw new UnsafePlace(`${folder} is a link, or no folder`);
  }
  return join(folder, segments.at(-1)!);
}

/** Opens or makes a file to read and write; throws {@link UnsafePlace} for anything but a file. */
export async function openOwn(path: string): Promise<FileHandle> {
  const there = await standing(path);
  if (there !== undefined && !there.isFile())
    throw new UnsafePlace(`${path} is a link, or no file`);
  return open(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o644);
}
