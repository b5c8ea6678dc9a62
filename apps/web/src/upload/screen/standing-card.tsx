import ErrorIcon from "@mui/icons-material/Error";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { UploadProgress } from "@swath/contract/uploads";
import type { ReactNode } from "react";
import { percentArrived } from "../../data/upload-progress.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { formatBytes, formatCount } from "../../ui/text/format.ts";
import { ProgressBar } from "../progress/progress-panel.tsx";
import { TWO_COLUMNS } from "../../ui/page/page-layout.ts";

const LOOKS = {
  error: { color: "error.main", Icon: ErrorIcon },
  warning: { color: "warning.main", Icon: WarningAmber },
  info: { color: "info.main", Icon: InfoOutlined },
} as const;

interface StandingCardProps {
  readonly severity: keyof typeof LOOKS;
  /** Names the card for those who cannot see it. */
  readonly label: string;
  readonly title: string;
  /** What happened, where the title does not say it all. */
  readonly what?: string | undefined;
  /** The reasons; several are a list. */
  readonly lines?: readonly string[];
  /** When, who and how far: each a `Detail`. */
  readonly facts: ReactNode;
  readonly progress: UploadProgress | undefined;
  /** The next step in words, with its buttons. */
  readonly next: ReactNode;
  /** What else there is to say, least important of all. */
  readonly children?: ReactNode;
}

const SHOWN_LINES = 5;

/** An upload that does not go on here: what, when, who, how far, and the next step, in one card. */
export function StandingCard(props: StandingCardProps) {
  const { severity, label, title, what, lines = [], facts, progress, next, children } = props;
  const { color, Icon } = LOOKS[severity];
  return (
    <Paper
      component="section"
      aria-label={label}
      variant="outlined"
      sx={{ ...CARD, borderLeftColor: color }}
    >
      <Box sx={{ display: "flex", gap: 1.25, alignItems: "start" }}>
        <Icon aria-hidden="true" sx={{ color, fontSize: 26 }} />
        <Box role={severity === "info" ? undefined : "alert"} sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h2" sx={{ lineHeight: "26px" }}>
            {title}
          </Typography>
          {what !== undefined && <Typography sx={{ mt: 0.5 }}>{what}</Typography>}
          <Lines lines={lines} label={what ?? title} />
        </Box>
      </Box>
      <Box sx={TWO_COLUMNS}>
        <Box sx={{ minWidth: 0, display: "grid", gap: 2 }}>
          {progress !== undefined && progress.total_file_count > 0 && (
            <ProgressBar percent={percentArrived(progress)} />
          )}
          <Details columns={FACTS} columnGap={3}>
            {facts}
            {progress !== undefined && progress.total_file_count > 0 && (
              <Arrived progress={progress} />
            )}
          </Details>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Typography component="h3" sx={{ fontWeight: 650, mb: 0.5 }}>
            Next step
          </Typography>
          {next}
        </Box>
      </Box>
      {children}
    </Paper>
  );
}

const CARD = {
  borderLeftWidth: 6,
  p: { xs: 1.5, sm: 2.5 },
  display: "grid",
  gap: 2.5,
  flexShrink: 0,
} as const;
const FACTS = { xs: "max-content minmax(0, 1fr)" };

function Lines({ lines, label }: { readonly lines: readonly string[]; readonly label: string }) {
  const [only] = lines;
  if (only === undefined) return null;
  if (lines.length === 1)
    return <Typography sx={{ mt: 0.5, overflowWrap: "anywhere" }}>{only}</Typography>;
  return (
    <Box sx={{ mt: 1 }}>
      <NameList names={lines} label={label} lines={SHOWN_LINES} />
    </Box>
  );
}

function Arrived({ progress }: { readonly progress: UploadProgress }) {
  return (
    <>
      <Detail name="Folder">{progress.base_folder}</Detail>
      <Detail name="Arrived">
        {`${formatBytes(progress.completed_file_size)} of ${formatBytes(progress.total_file_size)}`}
      </Detail>
      <Detail name="Files">
        {`${formatCount(progress.completed_file_count)} of ${formatCount(progress.total_file_count)}`}
      </Detail>
    </>
  );
}
