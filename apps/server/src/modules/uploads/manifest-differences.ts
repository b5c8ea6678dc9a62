import type { FileEntry, Manifest } from "@swath/contract/uploads";

const NAMED = 50;

/** How a chosen folder differs from the one that an upload began with: sentences, each on one file. */
export function manifestDifferences(original: Manifest, chosen: Manifest): string[] {
  if (original.baseFolder !== chosen.baseFolder)
    return [`The original folder is ${original.baseFolder}, not ${chosen.baseFolder}`];
  const before = new Map(original.files.map((file) => [file.fullPath, file]));
  const now = new Set(chosen.files.map(({ fullPath }) => fullPath));
  const differences = [
    ...original.files
      .filter(({ fullPath }) => !now.has(fullPath))
      .map(({ fullPath }) => `${fullPath}: is missing in this folder`),
    ...chosen.files.flatMap((file) => changeOf(before.get(file.fullPath), file)),
  ];
  const rest = differences.length - NAMED;
  if (rest <= 0) return differences;
  return [...differences.slice(0, NAMED), `and ${rest} more`];
}

function changeOf(before: FileEntry | undefined, { fullPath, ...now }: FileEntry): string[] {
  if (before === undefined) return [`${fullPath}: is not in the original folder`];
  if (before.originalSize !== now.originalSize)
    return [`${fullPath}: has ${now.originalSize} bytes, the original ${before.originalSize}`];
  if (before.zipped !== now.zipped || before.destination !== now.destination)
    return [`${fullPath}: is sent in another way by this version`];
  return [];
}
