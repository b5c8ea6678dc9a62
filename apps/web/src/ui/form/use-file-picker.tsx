import { useRef } from "react";

interface FilePickerOptions {
  /** Names the input behind the button. */
  readonly label: string;
  /** File endings and types. */
  readonly accept?: string;
  readonly multiple?: boolean;
  /** With one file at least. */
  readonly onPicked: (files: readonly File[]) => void;
}

/** The browser's picker of files: `open` within a press, and `input` somewhere on the page. */
export function useFilePicker({ label, onPicked, ...input }: FilePickerOptions) {
  const ref = useRef<HTMLInputElement>(null);
  return {
    open: () => ref.current?.click(),
    input: (
      <input
        ref={ref}
        type="file"
        hidden
        aria-label={label}
        {...input}
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          // So that the same file can be picked once more.
          currentTarget.value = "";
          if (files.length > 0) onPicked(files);
        }}
      />
    ),
  };
}
