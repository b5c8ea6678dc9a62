/** Has the browser save what is at an address; the page stays where it is. */
export function saveFile(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.rel = "noopener noreferrer";
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** How long the browser may take to begin with the file. */
const KEPT_MS = 60_000;

/** Has the browser save bytes that the page holds. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
