import DriveFolderUpload from "@mui/icons-material/DriveFolderUpload";
import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";

/** What browsers with the File System Access API have beside the standard's types. */
interface Picker {
  showDirectoryPicker?(options: {
    readonly id: string;
    readonly mode: "read";
  }): Promise<FileSystemDirectoryHandle>;
}

/** Whether the browser's picker hands out a folder that may be opened again. */
function hasFolderPicker(): boolean {
  return (window as Picker).showDirectoryPicker !== undefined;
}

/** Opens the picker, within a press; undefined where it was closed. Throws where the browser refuses the folder. */
async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (window as Picker).showDirectoryPicker?.({ id: "flight-folder", mode: "read" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

interface Props {
  readonly label: string;
  /** Names the input behind the button. */
  readonly name?: string;
  readonly variant?: "contained" | "outlined";
  readonly disabled: boolean;
  readonly onPicked: (files: readonly File[]) => void;
  /** Where given, a browser that can hands the folder over so that it may be opened again. */
  readonly onFolder?: (folder: FileSystemDirectoryHandle) => void;
}

/**
 * Opens the browser's folder picker. Of 20,000 files the browser takes seconds to make its list:
 * the button shows it from the moment the picker closes.
 */
export function FolderButton({
  label,
  name = "Flight folder",
  variant = "contained",
  disabled,
  onPicked,
  onFolder,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [wait, setWait] = useState<"none" | "picking" | "listing">("none");
  useEffect(() => {
    if (wait !== "picking") return undefined;
    const closed = () => setWait("listing");
    window.addEventListener("focus", closed, { once: true });
    return () => window.removeEventListener("focus", closed);
  }, [wait]);
  useEffect(() => {
    const element = input.current;
    const none = () => setWait("none");
    // React has no onCancel of this kind for inputs.
    element?.addEventListener("cancel", none);
    return () => element?.removeEventListener("cancel", none);
  }, []);
  const pickFiles = (): void => {
    setWait("picking");
    input.current?.click();
  };
  const pick = async (take: (folder: FileSystemDirectoryHandle) => void): Promise<void> => {
    try {
      const folder = await pickFolder();
      if (folder !== undefined) take(folder);
    } catch {
      // Folders that this picker refuses, the other one may take.
      pickFiles();
    }
  };
  return (
    <>
      <Button
        variant={variant}
        startIcon={<DriveFolderUpload />}
        disabled={disabled}
        loading={wait === "listing"}
        loadingPosition="start"
        onClick={() => {
          if (onFolder !== undefined && hasFolderPicker()) void pick(onFolder);
          else pickFiles();
        }}
      >
        {label}
      </Button>
      <input
        ref={(element) => {
          // React's types know no such attribute.
          if (element !== null) element.webkitdirectory = true;
          input.current = element;
        }}
        type="file"
        hidden
        multiple
        disabled={disabled}
        aria-label={name}
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          // So that the same folder can be picked once more.
          currentTarget.value = "";
          setWait("none");
          if (files.length > 0) onPicked(files);
        }}
      />
    </>
  );
}
