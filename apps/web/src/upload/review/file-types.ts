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
  return [...Map.groupBy(files, groupOf)].map(([name, members]) => ({
    name,
    files: members.length,
    bytes: members.reduce((sum, { size }) => sum + size, 0),
  }));
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
  return selected.symmetricDifference(new Set([name]));
}
