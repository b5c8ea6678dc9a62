import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useFileDrop } from "../../ui/form/use-file-drop.ts";
import { FolderButton } from "../../ui/form/folder-button.tsx";
import { chosenDrop, chosenFiles, type ChosenFolder, chosenHandle } from "./read-folder.ts";

/** What a drop holds: the single folder of it, or why it is none. */
export type Dropped = { readonly folder: FileSystemDirectoryEntry } | { readonly refused: string };

interface DroppedThing {
  readonly name: string;
  readonly entry: FileSystemEntry | null;
}

const ARCHIVE = /\.(?:zip|7z|rar|tar|tgz|gz|zst)$/i;
/** Names that are told; of more the first. */
const MOST_NAMES = 3;

/** The folder that was dropped; where something else was, which one is wanted. */
export function droppedFolder(transfer: DataTransfer, wanted: string): Dropped {
  const things = Array.from(transfer.items)
    .filter(({ kind }) => kind === "file")
    .map((item): DroppedThing => {
      const entry = item.webkitGetAsEntry();
      return { name: entry?.name ?? item.getAsFile()?.name ?? "", entry };
    });
  const folders = things.filter(({ entry }) => entry?.isDirectory === true);
  const [only] = folders;
  if (things.length === 1 && only !== undefined)
    return { folder: only.entry as FileSystemDirectoryEntry };
  return { refused: `${whatWas(things, folders)} ${whatIsWanted(folders, wanted)}` };
}

function whatWas(things: readonly DroppedThing[], folders: readonly DroppedThing[]): string {
  const [first] = things;
  if (first === undefined) return "That was not a folder.";
  if (things.length === 1)
    return ARCHIVE.test(first.name)
      ? `${first.name} is an archive. Unpack it, then drop the folder.`
      : `${first.name} is a file. Drop one folder with all its files.`;
  const files = things.length - folders.length;
  const dropped = [plural(folders.length, "folder"), plural(files, "file")].filter(
    (text) => text !== "",
  );
  const more = things.length > MOST_NAMES ? ", …" : "";
  const names = things.slice(0, MOST_NAMES).map(({ name }) => name);
  return `You dropped ${dropped.join(" and ")} (${names.join(", ")}${more}). An upload takes one folder.`;
}

function whatIsWanted(folders: readonly DroppedThing[], wanted: string): string {
  const meant = folders.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return meant === undefined
    ? `Please drop the folder ${wanted}, or the one that you keep this flight's files in.`
    : `Please drop ${meant.name} alone.`;
}

function plural(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

type ButtonProps = Pick<Parameters<typeof FolderButton>[0], "label" | "name" | "variant"> & {
  readonly disabled: boolean;
  readonly onChosen: (folder: ChosenFolder) => void;
};

/**
 * Chooses a folder by the browser's picker: as a handle where it can, because Chromium's list of files
 * lacks some things that a handle shows, such as empty folders.
 */
export function ChooseFolderButton({ onChosen, ...props }: ButtonProps) {
  return (
    <FolderButton
      {...props}
      onPicked={(files) => onChosen(chosenFiles(files))}
      onFolder={(folder) => onChosen(chosenHandle(folder))}
    />
  );
}

interface Props {
  readonly enabled: boolean;
  /** Name of the folder that is expected. */
  readonly wanted: string;
  readonly onDropped: (folder: ChosenFolder) => void;
  /** Something else than one folder was dropped: what is wanted, in words. */
  readonly onRefused: (why: string) => void;
  readonly children: ReactNode;
}

/** Takes a folder that is dropped anywhere on the page. */
export function FolderDrop({ enabled, wanted, onDropped, onRefused, children }: Props) {
  const { isOver, handlers } = useFileDrop(enabled, (transfer) => {
    const dropped = droppedFolder(transfer, wanted);
    if ("refused" in dropped) onRefused(dropped.refused);
    else onDropped(chosenDrop(dropped.folder, transfer));
  });
  return (
    <Box
      {...handlers}
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: { xs: 2, md: 2.5 },
        p: { xs: 1.5, sm: 2, md: 3 },
        flex: 1,
        minHeight: 0,
        outline: isOver ? "3px dashed" : "none",
        outlineColor: "primary.main",
        outlineOffset: -8,
      }}
    >
      {children}
    </Box>
  );
}
