import Close from "@mui/icons-material/Close";
import ReportOutlined from "@mui/icons-material/ReportOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import ToggleButton from "@mui/material/ToggleButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { Processing } from "@swath/contract/processing";

interface LinesHeadProps {
  readonly titleId: string;
  /** Undefined until it is there. */
  readonly document: Processing | undefined;
  readonly reflight: boolean;
  readonly onReflight: (shown: boolean) => void;
  readonly onClose: () => void;
}

/** Whose lines these are, and the way to the reflight list and out. */
export function LinesHead({ titleId, document, reflight, onReflight, onClose }: LinesHeadProps) {
  const aoi = document?.ProjectAOINo ?? null;
  const about = [document?.SensorID, document?.FlightID, document?.ProjectID].filter(Boolean);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2, px: 2, py: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography variant="h2" id={titleId}>
          {aoi === null ? "Flight Lines" : `Flight Lines, AOI ${aoi}`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {about.join(" · ") || "\u00a0"}
        </Typography>
      </Box>
      {aoi === null ? null : (
        <ToggleButton
          value="reflight"
          size="small"
          selected={reflight}
          onChange={() => onReflight(!reflight)}
          sx={{ gap: 0.75 }}
        >
          <ReportOutlined fontSize="small" />
          Reflight
        </ToggleButton>
      )}
      <Tooltip title="Close Map">
        <IconButton aria-label="Close Map" onClick={onClose}>
          <Close />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
