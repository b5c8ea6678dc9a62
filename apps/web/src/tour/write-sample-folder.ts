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

interface Piece {
  readonly path: string;
  readonly chunk: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** Cuts a ZIP, chunk by chunk, into the pieces of its files in their order. */
function unzipper() {
  let found: Piece[] = [];
  const unzip = new Unzip((file) => {
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      // The library hands out memory that it uses again.
      found.push({ path: file.name, chunk: chunk.slice(), isLast });
    };
    file.start();
  });
  unzip.register(UnzipPassThrough);
  return (chunk: Uint8Array, isEnd = false): readonly Piece[] => {
    unzip.push(chunk, isEnd);
    const pieces = found;
    found = [];
    return pieces;
  };
}

/** Unpacks the ZIP of an address into a folder; nothing is held but the chunk that is being written. */
export async function writeSampleFolder(
  url: string,
  folder: FileSystemDirectoryHandle,
): Promise<void> {
  const reply = await fetch(url);
  if (!reply.ok || reply.body === null) throw new Error(`the server answered ${reply.status}`);
  const cut = unzipper();
  let sink: FileSystemWritableFileStream | undefined;
  const write = async (pieces: readonly Piece[]): Promise<void> => {
    for (const { path, chunk, isLast } of pieces) {
      sink ??= await fileAt(folder, path);
      await sink.write(chunk);
      if (!isLast) continue;
      await sink.close();
      sink = undefined;
    }
  };
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>)
    await write(cut(chunk));
  await write(cut(new Uint8Array(), true));
}
