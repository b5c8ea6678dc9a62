import UploadFile from "@mui/icons-material/UploadFile";
import Button from "@mui/material/Button";
import { useRef } from "react";

interface LoadButtonProps {
  readonly disabled: boolean;
  readonly onPicked: (files: readonly File[]) => void;
}

/** Opens the browser's picker; it takes KMZ alone (document 3, section 2.11). */
export function LoadButton({ disabled, onPicked }: LoadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="contained"
        size="small"
        startIcon={<UploadFile />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        Load geometry
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".kmz,application/vnd.google-earth.kmz"
        aria-label="KMZ files"
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          // So that the same file can be picked once more.
          currentTarget.value = "";
          if (files.length > 0) onPicked(files);
        }}
      />
    </>
  );
}
