/** A folder of these files by their paths, in the browser's private file system, and of the first part of their paths. */
export async function privateFolder(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const [top = ""] = [...files.keys()][0]?.split("/") ?? [];
  await root.removeEntry(top, { recursive: true }).catch(() => undefined);
  for (const [path, bytes] of files) {
    const parts = path.split("/");
    let folder = root;
    for (const part of parts.slice(0, -1))
      folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await folder.getFileHandle(parts.at(-1) ?? "", { create: true });
    const writable = await file.createWritable();
    await writable.write(bytes);
    await writable.close();
  }
  return root.getDirectoryHandle(top);
}
