import ContentCopy from "@mui/icons-material/ContentCopy";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useCopyLink } from "./use-copy-link.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** Names the button, as in 'Copy S3 link of this folder'. */
  readonly label: string;
  readonly tip?: string;
}

/** Copies a text by a click. */
export function CopyButton({ text, label, tip = label }: CopyButtonProps) {
  const copy = useCopyLink();
  return (
    <Tooltip title={tip}>
      <IconButton size="small" aria-label={label} onClick={() => void copy(text)}>
        <ContentCopy fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
