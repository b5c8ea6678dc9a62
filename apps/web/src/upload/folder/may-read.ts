/** What browsers with the File System Access API have beside the standard's types. */
interface Access {
  requestPermission?(options: { readonly mode: "read" }): Promise<PermissionState>;
}

/** Asks for the permission to read a folder of before, within a press. */
export async function mayRead(folder: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    const state = await (folder as Access).requestPermission?.({ mode: "read" });
    return state === "granted";
  } catch {
    return false;
  }
}
