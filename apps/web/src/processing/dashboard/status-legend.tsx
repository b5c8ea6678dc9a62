import InfoOutlined from "@mui/icons-material/InfoOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import { ICON_WHERE_NARROW } from "../../ui/page/icon-where-narrow.ts";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill, StepSample, type Tone } from "../../ui/status/status-pill.ts";
import { LEGEND } from "../records/job-style.ts";
import { type JobNote, NOTES, WAITS_BAND } from "./job-note.ts";
import { NoteBand } from "./job-note-mark.tsx";

/** The legend of the icons and bands in job cells. */
export function StatusLegend() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<InfoOutlined />}
        sx={ICON_WHERE_NARROW}
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
        <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
          <Section title="What a job needs">
            {EXPLAINED.map(({ note, tone, says }) => (
              <Box
                key={note.is}
                component="li"
                sx={{ display: "flex", alignItems: "center", gap: 1.25 }}
              >
                <StepSample tone={tone} data-banded>
                  <StatusIcon glyph={note.glyph ?? "waiting"} />
                  <NoteBand note={note} tone={tone} />
                </StepSample>
                <Box sx={{ maxWidth: 360, fontSize: "0.82rem" }}>{says}</Box>
              </Box>
            ))}
          </Section>
          <Section title="Its status" columns>
            {LEGEND.map(({ label, glyph, tone }) => (
              <li key={label}>
                <Pill tone={tone}>
                  <StatusIcon glyph={glyph} />
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
          </Section>
        </Box>
      </Popover>
    </>
  );
}

interface Explained {
  readonly note: JobNote;
  readonly tone: Tone;
  readonly says: string;
}

const EXPLAINED: readonly Explained[] = [
  {
    note: NOTES.qa,
    tone: "busy",
    says: "QA needed: later jobs wait until somebody judges its results",
  },
  {
    note: NOTES.bound,
    tone: "busy",
    says: "Bound missed: a measure is outside its bound; look at it before you judge",
  },
  {
    note: { is: "waits", band: WAITS_BAND, text: "" },
    tone: "muted",
    says: "Waits: the tooltip says for what, such as the QA of an earlier job or an upload",
  },
];

interface SectionProps {
  readonly title: string;
  readonly columns?: boolean;
  readonly children: ReactNode;
}

function Section({ title, columns = false, children }: SectionProps) {
  const id = useId();
  return (
    <div>
      <Typography id={id} variant="h2" component="h3" sx={{ mb: 1, fontSize: "0.85rem" }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={id}
        sx={{
          m: 0,
          p: 0,
          display: "grid",
          gap: 1,
          listStyle: "none",
          gridTemplateColumns: columns ? { xs: "1fr", sm: "1fr 1fr" } : "1fr",
        }}
      >
        {children}
      </Box>
    </div>
  );
}
