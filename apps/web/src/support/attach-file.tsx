import AttachFileOutlined from "@mui/icons-material/AttachFile";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { MAX_ATTACHMENT_BYTES } from "@swath/contract/support";
import { useRef, useState } from "react";

interface AttachFileProps {
  readonly file: File | undefined;
  readonly disabled: boolean;
  readonly onFile: (file: File | undefined) => void;
}

const MB = 1_048_576;

/** Picks files of any type, of which only the first is kept. */
export function AttachFile({ file, disabled, onFile }: AttachFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string>();
  const take = (picked: File | undefined): void => {
    if (picked === undefined) return;
    const fits = picked.size <= MAX_ATTACHMENT_BYTES;
    setTooLarge(fits ? undefined : picked.name);
    if (fits) onFile(picked);
  };
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 36, flexWrap: "wrap" }}>
      <Button
        variant="outlined"
        startIcon={<AttachFileOutlined />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        Attach File
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="File to attach"
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file may be picked again after it was removed.
          target.value = "";
        }}
      />
      {file === undefined ? null : (
        <Chip
          label={file.name}
          disabled={disabled}
          onDelete={() => onFile(undefined)}
          sx={{ maxWidth: 360 }}
        />
      )}
      {tooLarge === undefined ? null : (
        <Box role="alert" sx={{ color: "error.main" }}>
          {tooLarge} is larger than {MAX_ATTACHMENT_BYTES / MB} MB and was not attached.
        </Box>
      )}
    </Box>
  );
}
