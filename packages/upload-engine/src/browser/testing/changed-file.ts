/** A file that was changed on its drive after it was chosen: it can no longer be read. */
export async function changedFile(name: string, size: number): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(name, { create: true });
  const write = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const stream = await handle.createWritable();
    await stream.write(bytes);
    await stream.close();
  };
  await write(new Uint8Array(size));
  const file = await handle.getFile();
  await write(new Uint8Array(size + 1));
  return file;
}
