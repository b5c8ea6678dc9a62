import ContentCopy from "@mui/icons-material/ContentCopy";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useCopyLink } from "../../ui/copy-link.tsx";
import { type Place, s3Link } from "./place.ts";

/** Copies the S3 link of the folder that is open. */
export function CopyPlace({ place }: { place: Place }) {
  const copy = useCopyLink();
  return (
    <Tooltip title="Copy S3 link">
      <IconButton
        size="small"
        aria-label="Copy S3 link of this folder"
        onClick={() => void copy(s3Link(place.bucket, place.prefix))}
      >
        <ContentCopy fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
