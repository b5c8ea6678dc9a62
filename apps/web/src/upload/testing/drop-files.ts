/** Drops files, without a folder, on an element. */
export function dropFiles(onto: Element, ...names: readonly string[]): void {
  const dataTransfer = new DataTransfer();
  for (const name of names) dataTransfer.items.add(new File(["x"], name));
  for (const type of ["dragover", "drop"])
    onto.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}
