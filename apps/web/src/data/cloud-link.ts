/** Which cloud the viewer opens: of a job's outputs, or a file of a bucket. */
export type CloudPlace =
  | { readonly processing: string; readonly job?: string }
  | { readonly bucket: string; readonly file: string };

/** A text as the router reads it from an address: what could be a number there is in quotes. */
function quoted(text: string): string {
  try {
    JSON.parse(text);
    return JSON.stringify(text);
  } catch {
    return text;
  }
}

/** The viewer at a cloud. */
export function cloudAddress(place: CloudPlace): string {
  const members = Object.entries(place).map(([name, text]) => [name, quoted(text)]);
  return `/clouds?${new URLSearchParams(members).toString()}`;
}

/** Opens the viewer in a tab of its own, as a link says, so that the list or the review stays as it is. */
export function openCloudTab(place: CloudPlace, view = ""): void {
  const address = cloudAddress(place);
  window.open(view === "" ? address : `${address}&${view}`, "_blank", "noopener");
}
