import Box from "@mui/material/Box";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { scaleBarLength } from "./scale.ts";

const MOST_PIXELS = 130;

/** How long so many pixels are in the middle of the map. */
export function ScaleBar({ resolution, lat }: { resolution: number; lat: number }) {
  const { label, width } = scaleBarLength(resolution, lat, MOST_PIXELS);
  return (
    <Box sx={{ px: 1, py: 0.5, bgcolor: "background.paper", opacity: 0.9, borderRadius: 1 }}>
      <VisuallyHidden>Scale:</VisuallyHidden>
      <Box
        style={{ width }}
        sx={{
          border: "2px solid",
          borderTop: 0,
          borderColor: "text.primary",
          textAlign: "center",
          fontSize: "0.72rem",
          lineHeight: 1.2,
          color: "text.primary",
        }}
      >
        {label}
      </Box>
    </Box>
  );
}
