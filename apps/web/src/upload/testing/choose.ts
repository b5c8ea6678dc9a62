/** When each chosen file was last changed, in milliseconds since 1970. */
export const MODIFIED = Date.UTC(2026, 2, 14, 2);

/** Chooses a folder of these files by their paths, as a picker of the browser hands it over. */
export function choose(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  picker = "Flight folder",
): void {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${picker}"]`);
  if (input === null) throw new Error("no picker");
  const picked = [...files].map(([path, bytes]) =>
    Object.defineProperty(
      new File([bytes], path.slice(path.lastIndexOf("/") + 1), { lastModified: MODIFIED }),
      "webkitRelativePath",
      { value: path },
    ),
  );
  Object.defineProperty(input, "files", { value: picked, configurable: true });
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
