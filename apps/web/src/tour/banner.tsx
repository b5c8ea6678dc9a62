import ExpandMore from "@mui/icons-material/ExpandMore";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { type ReactNode, useState } from "react";

interface BannerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A note below the header, which can be closed; on a phone it is one line that unfolds. */
export function Banner({ onClose, children }: BannerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert
      severity="info"
      square
      onClose={onClose}
      slotProps={{ closeButton: { "aria-label": "Close this note" } }}
      sx={LOOK}
    >
      <Box data-open={isOpen} className="text">
        {children}
      </Box>
      <IconButton
        className="unfold"
        size="small"
        color="inherit"
        aria-label="All of this note"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ExpandMore sx={{ rotate: isOpen ? "180deg" : 0 }} />
      </IconButton>
    </Alert>
  );
}

const LOOK = {
  alignItems: "center",
  "& .MuiAlert-message": { flex: 1, minWidth: 0, display: "flex", alignItems: "center" },
  "& .text": { flex: 1, minWidth: 0 },
  "& .unfold": { display: { sm: "none" } },
  "& .MuiAlert-icon": { display: { xs: "none", sm: "flex" } },
  "& .MuiAlert-action": { pt: 0, pl: { xs: 0, sm: 2 }, mr: { xs: 0, sm: -1 } },
  "& .MuiAlert-message, &": { py: { xs: 0, sm: 0.75 } },
  pr: { xs: 0, sm: 2 },
  // Folded, what can be done is behind the button too.
  "& .text[data-open=false]": {
    overflow: { xs: "hidden", sm: "visible" },
    whiteSpace: { xs: "nowrap", sm: "normal" },
    textOverflow: "ellipsis",
    "& > button": { display: { xs: "none", sm: "inline-flex" } },
  },
  "& .text[data-open=true]": { py: { xs: 1, sm: 0 } },
} as const;
