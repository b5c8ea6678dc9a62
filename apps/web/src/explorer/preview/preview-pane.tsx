import Close from "@mui/icons-material/Close";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import ScatterPlotOutlined from "@mui/icons-material/ScatterPlotOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { isCloudName } from "@swath/contract/cloud-names";
import { canRead, coldText } from "@swath/contract/cold";
import type { ExplorerEntry } from "@swath/contract/explorer";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { openCloudTab } from "../../data/cloud-link.ts";
import { ColdNotice } from "../../data/cold/cold-notice.tsx";
import { useApi } from "../../platform/api/api.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { useCopyLink } from "../../ui/feedback/snackbar.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { formatBytes, localSecond } from "../../ui/text/format.ts";
import { useNow } from "../../ui/use-environment.ts";
import { previewQuery } from "../explorer-queries.ts";
import { flightOfKey, s3Link, shownName } from "../place.ts";
import { PreviewContent } from "./preview-view.tsx";

interface PreviewPaneProps {
  readonly bucket: string;
  readonly entry: ExplorerEntry;
  readonly onDownload: (key: string) => void;
  readonly onClose: () => void;
}

const WIDTH = 520;

interface BesidePreviewProps extends Pick<PreviewPaneProps, "bucket" | "onClose"> {
  /** Undefined where no file is shown. */
  readonly entry: ExplorerEntry | undefined;
  /** Undefined for people who may not, who get no preview either. */
  readonly onDownload: PreviewPaneProps["onDownload"] | undefined;
  /** The list. */
  readonly children: ReactNode;
}

/** A list, and the file of it that is shown; Escape closes the file. */
export function BesidePreview({ entry, onDownload, children, ...props }: BesidePreviewProps) {
  return (
    <Box
      onKeyDown={(event) => {
        if (event.key === "Escape") props.onClose();
      }}
      sx={{ display: "flex", flex: 1, minHeight: 0 }}
    >
      <Box sx={{ display: "flex", flexDirection: "column", flex: 1, minWidth: 0 }}>{children}</Box>
      {entry === undefined || onDownload === undefined ? null : (
        <PreviewPane key={entry.key} entry={entry} onDownload={onDownload} {...props} />
      )}
    </Box>
  );
}

/** A file beside its folder; over it where the window has no room for both. */
function PreviewPane(props: PreviewPaneProps) {
  const isBeside = useMediaQuery("(min-width: 1200px)");
  if (!isBeside)
    return (
      <Drawer
        open
        anchor="right"
        onClose={props.onClose}
        slotProps={{
          paper: {
            "aria-label": shownName(props.entry.key),
            sx: { width: `min(100vw, ${WIDTH}px)` },
          },
        }}
      >
        <Pane {...props} />
      </Drawer>
    );
  return (
    <Box sx={{ width: WIDTH, flexShrink: 0, minHeight: 0, borderLeft: 1, borderColor: "divider" }}>
      <Pane {...props} />
    </Box>
  );
}

function Pane({ bucket, entry, onDownload, onClose }: PreviewPaneProps) {
  const { key, size, lastModified, storageClass, cold } = entry;
  const isReadable = canRead(cold);
  const now = useNow();
  const name = shownName(key);
  const id = useId();
  const copy = useCopyLink();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: "flex", flexDirection: "column", height: 1, minHeight: 0 }}
    >
      <Box sx={{ display: "flex", alignItems: "start", gap: 1, px: 2, pt: 1.5 }}>
        <Typography
          id={id}
          variant="h2"
          sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
        >
          {name}
        </Typography>
        <IconButton
          size="small"
          aria-label="Close the preview"
          title="Close (Esc)"
          onClick={onClose}
        >
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ px: 2, py: 1.5, fontSize: "0.85rem" }}>
        <Details columnGap={2}>
          <Detail name="Size">{size === null ? "-" : formatBytes(size)}</Detail>
          <Detail name="Last modified">
            {lastModified === null ? "-" : localSecond(lastModified)}
          </Detail>
          {storageClass === null ? null : <Detail name="Storage class">{storageClass}</Detail>}
          {cold === undefined ? null : (
            <Detail name="Reading">{coldText(cold, now.getTime(), localSecond)}</Detail>
          )}
        </Details>
        <Box sx={{ display: "flex", gap: 1, mt: 1.5 }}>
          <Button
            size="small"
            variant="outlined"
            startIcon={<Download />}
            disabled={!isReadable}
            onClick={() => onDownload(key)}
          >
            Download
          </Button>
          {isCloudName(key) ? (
            <Button
              size="small"
              variant="outlined"
              startIcon={<ScatterPlotOutlined />}
              disabled={!isReadable}
              onClick={() => openCloudTab({ bucket, file: key })}
            >
              View point cloud
            </Button>
          ) : null}
          <Button
            size="small"
            startIcon={<ContentCopy />}
            onClick={() => void copy(s3Link(bucket, key))}
          >
            Copy S3 link
          </Button>
        </Box>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, borderTop: 1, borderColor: "divider", overflow: "hidden" }}>
        <Content bucket={bucket} entry={entry} />
      </Box>
    </Box>
  );
}

/** The file itself, or why it cannot be read. */
function Content({ bucket, entry }: Pick<PreviewPaneProps, "bucket" | "entry">) {
  const { key, cold } = entry;
  const isReadable = canRead(cold);
  const query = useQuery({ ...previewQuery(useApi(), bucket, entry), enabled: isReadable });
  const flightId = flightOfKey(key);
  if (!isReadable)
    return flightId === undefined ? null : (
      <ColdNotice flightId={flightId} place={{ bucket, prefix: key }} />
    );
  return (
    <LoadedPart
      query={query}
      loading="Loading the preview..."
      failed="The preview could not be loaded"
    >
      {(preview) => (
        <PreviewContent
          preview={preview}
          name={shownName(key)}
          onRetry={() => void query.refetch()}
        />
      )}
    </LoadedPart>
  );
}
