import { Unzip, UnzipPassThrough } from "fflate";

/** Chromium alone has it, and TypeScript's library lacks it. */
interface Picker {
  showDirectoryPicker(options: { readonly mode: "readwrite" }): Promise<FileSystemDirectoryHandle>;
}

/** The folder that the person chooses to write into; undefined where they choose none. */
export async function chooseFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (window as unknown as Picker).showDirectoryPicker({ mode: "readwrite" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

export const canWriteFolders = (): boolean => "showDirectoryPicker" in window;

/** The file of a path below a folder, with the folders on its way. */
async function fileAt(
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<FileSystemWritableFileStream> {
  const names = path.split("/");
  const name = names.pop()!;
  let place = folder;
  for (const each of names) place = await place.getDirectoryHandle(each, { create: true });
  const file = await place.getFileHandle(name, { create: true });
  return file.createWritable();
}

/** Unpacks the ZIP of an address into a folder, chunk by chunk, in the order of its files. */
export async function writeSampleFolder(
  url: string,
  folder: FileSystemDirectoryHandle,
): Promise<void> {
  const reply = await fetch(url);
  if (!reply.ok || reply.body === null) throw new Error(`the server answered ${reply.status}`);
  let work = Promise.resolve();
  const unzip = new Unzip((file) => {
    let sink: Promise<FileSystemWritableFileStream> | undefined;
    file.ondata = (error, chunk, isLast) => {
      work = work.then(async () => {
        if (error !== null) throw error;
        sink ??= fileAt(folder, file.name);
        // The library hands out memory that it uses again.
        await (await sink).write(chunk.slice());
        if (isLast) await (await sink).close();
      });
    };
    file.start();
  });
  unzip.register(UnzipPassThrough);
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    unzip.push(chunk);
    await work;
  }
  unzip.push(new Uint8Array(), true);
  await work;
}
