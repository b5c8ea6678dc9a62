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
