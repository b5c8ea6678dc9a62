import type { AttemptFile } from "@swath/contract/processing";

/** The file of a delivery's checksums. */
export const SUMS = "SHA256SUMS";

export const ALL_KINDS = "*";

/** The kinds of files as options, with their counts. */
export function kindsOf(files: readonly AttemptFile[]): (readonly [kind: string, label: string])[] {
  const counts = new Map<string, number>();
  for (const { kind } of files) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    [ALL_KINDS, "All kinds"],
    ...kinds.map(([kind, count]) => [kind, `${kind} (${count})`] as const),
  ];
}

const depth = ({ path }: AttemptFile): number => (path.includes("/") ? 1 : 0);

/** Files of a kind whose path contains a text in any case; files outside folders first. */
export function chosenFiles(
  files: readonly AttemptFile[],
  { text, kind }: { readonly text: string; readonly kind: string },
): AttemptFile[] {
  const wanted = text.trim().toLowerCase();
  return files
    .filter(
      (file) =>
        (kind === ALL_KINDS || file.kind === kind) && file.path.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
}
