import type { AcceptedFile } from "@swath/survey";
import { FILE_KINDS } from "@swath/survey/rules";

/** Files that are selected together: one type, or all GPS types as gps. */
export interface FileGroup {
  readonly name: string;
  readonly files: number;
  /** Source bytes. */
  readonly bytes: number;
}

type Accepted = Pick<AcceptedFile, "kind" | "size">;

const groupOf = ({ kind }: Accepted): string => FILE_KINDS[kind].group;

/** The groups that a folder holds, in the order in which they first occur. */
export function fileGroups(files: readonly Accepted[]): FileGroup[] {
  const groups = new Map<string, { name: string; files: number; bytes: number }>();
  for (const file of files) {
    const name = groupOf(file);
    const group = groups.get(name) ?? { name, files: 0, bytes: 0 };
    group.files += 1;
    group.bytes += file.size;
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** The files of the selected groups, in their order. */
export function ofGroups<T extends Accepted>(
  files: readonly T[],
  selected: ReadonlySet<string>,
): T[] {
  return files.filter((file) => selected.has(groupOf(file)));
}

/** The selection after a toggle of one group. */
export function toggled(selected: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(name)) next.add(name);
  return next;
}
