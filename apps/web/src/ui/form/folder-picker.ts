/** What browsers with the File System Access API have beside the standard's types. */
interface Picker {
  showDirectoryPicker?(options: {
    readonly id: string;
    readonly mode: "read";
  }): Promise<FileSystemDirectoryHandle>;
}

/** Whether the browser's picker hands out a folder that may be opened again. */
export function hasFolderPicker(): boolean {
  return (window as Picker).showDirectoryPicker !== undefined;
}

/** Opens the picker, within a press; undefined where it was closed. Throws where the browser refuses the folder. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (window as Picker).showDirectoryPicker?.({ id: "flight-folder", mode: "read" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}
