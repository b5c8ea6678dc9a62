import HelpOutline from "@mui/icons-material/HelpOutlineOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useState } from "react";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { LEGEND } from "./job-style.ts";

/** What each icon of a job's cell stands for. */
export function StatusLegend() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<HelpOutline />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Legend
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "Legend of the statuses" } }}
      >
        <Box
          component="ul"
          sx={{
            m: 0,
            p: 2,
            display: "grid",
            gap: 1,
            listStyle: "none",
            gridTemplateColumns: "1fr 1fr",
          }}
        >
          {LEGEND.map(({ label, glyph, tone, sign }) => (
            <li key={label}>
              <Pill tone={tone}>
                <StatusIcon glyph={glyph} {...(sign === undefined ? {} : { sign })} />
                {label}
              </Pill>
            </li>
          ))}
          <li>
            <Pill tone="muted">
              <StatusIcon glyph="hand" byHand />A hand beside it: set by hand
            </Pill>
          </li>
          <li>
            <Pill tone="muted">
              <StatusIcon glyph="ready" outdated />A clock beside it: by an older instruction
            </Pill>
          </li>
        </Box>
      </Popover>
    </>
  );
}
