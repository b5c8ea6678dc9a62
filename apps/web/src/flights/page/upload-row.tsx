import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import type { Flight, FlightUpload, UploadFacts } from "@swath/contract/flights";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { percentArrived, uploadProgressQuery } from "../../data/upload-progress.ts";
import { statusLabel, statusStyle } from "../../data/upload-status.ts";
import { useApi } from "../../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../../platform/query/polling.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { formatBytes, formatCount } from "../../ui/text/format.ts";
import { CELLS, type UploadCell } from "../cells/sensor-lines.ts";
import { type CellRule, hasDetails } from "../cells/upload-cell.ts";
import { NEW_TAB, uploadLink } from "../cells/upload-status-cell.tsx";
import { isUnfinished, personText, receiptText, sentText, wayTo } from "./upload-words.ts";

interface UploadRowProps {
  readonly flight: Flight;
  readonly cell: UploadCell;
  readonly rule: CellRule;
  /** Undefined until they are read. */
  readonly facts: UploadFacts | undefined;
}

/** One upload of a flight: how far it is, who sent it, what of it is proved, and the way to it. */
export function UploadRow({ flight, cell: { kind, upload }, rule, facts }: UploadRowProps) {
  const { glyph, tone } = statusStyle(upload.Status);
  const receipt = receiptText(upload, facts);
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5 }}>
        <Typography component="h3" sx={{ fontWeight: 650 }}>
          {CELLS[kind].label}
          <Box component="span" sx={{ ml: 1, fontWeight: 400, color: "text.secondary" }}>
            {upload.SensorName}
          </Box>
        </Typography>
        <Pill tone={rule.disabled ? "muted" : tone}>
          <StatusIcon glyph={glyph} />
          {statusLabel(upload.Status)}
        </Pill>
      </Box>
      <Box sx={{ gridArea: "way", justifySelf: "end" }}>
        <Way flight={flight} upload={upload} rule={rule} label={CELLS[kind].label} />
      </Box>
      <Box sx={DETAIL}>
        {isUnfinished(upload) && facts?.sent != null && <Arrived flight={flight} upload={upload} />}
        <span>{[personText(upload, facts), sentText(facts)].filter(Boolean).join(" · ")}</span>
        {rule.disabled && rule.hint !== undefined && <span>{rule.hint}</span>}
        {facts?.reason != null && <Reason text={facts.reason} isBad={tone === "bad"} />}
        {receipt !== undefined && (
          <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
            <ReceiptLongOutlined aria-hidden="true" sx={{ fontSize: 17 }} />
            {receipt}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const ROW = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gridTemplateAreas: { xs: '"head head" "detail way"', sm: '"head way" "detail way"' },
  columnGap: 2,
  rowGap: 0.5,
  py: 1.5,
  px: { xs: 1.5, sm: 2 },
  alignItems: "center",
  "&:not(:first-of-type)": { borderTop: 1, borderColor: "divider" },
} as const;
const DETAIL = {
  gridArea: "detail",
  display: "grid",
  gap: 0.5,
  minWidth: 0,
  fontSize: "0.8125rem",
  color: "text.secondary",
} as const;

/** The first line of a reason: the upload's page has all of it. */
function Reason({ text, isBad }: { readonly text: string; readonly isBad: boolean }) {
  const [first = "", ...more] = text.split("\n").filter((line) => line.trim() !== "");
  return (
    <Box
      component="span"
      sx={{ color: isBad ? "error.main" : "inherit", overflowWrap: "anywhere" }}
    >
      {first}
      {more.length > 0 ? ` and ${formatCount(more.length)} more` : ""}
    </Box>
  );
}

type WayProps = Pick<UploadRowProps, "flight" | "rule"> & {
  readonly upload: FlightUpload;
  readonly label: string;
};

function Way({ flight, upload, rule, label }: WayProps) {
  if (!hasDetails(rule)) return null;
  const word = wayTo(upload);
  const isNewTab = rule.link === "newTab";
  return (
    <ButtonLink
      {...uploadLink(flight, upload)}
      {...(isNewTab ? NEW_TAB : {})}
      variant="outlined"
      size="small"
      aria-label={`${word}: ${label}, ${upload.SensorName}${isNewTab ? ", opens in a new tab" : ""}`}
    >
      {word}
    </ButtonLink>
  );
}

/** How much of it the store holds; it moves only while somebody sends. */
function Arrived({ flight, upload }: { readonly flight: Flight; readonly upload: FlightUpload }) {
  const query = uploadProgressQuery(useApi(), { flight, upload }, upload.IsUpdate);
  const { data } = useQuery({
    ...query,
    ...(UPLOAD_STATUS[upload.Status].active ? polling(POLL_MODERATE_MS) : {}),
  });
  if (data === undefined || data.total_file_count === 0) return null;
  const percent = percentArrived(data);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={`Arrived of ${upload.Type}`}
        sx={{ flex: "1 1 140px", maxWidth: 320, height: 8, borderRadius: 4 }}
      />
      <Box component="span" sx={{ fontVariantNumeric: "tabular-nums", color: "text.primary" }}>
        {`${Math.floor(percent)} % · ${formatBytes(data.completed_file_size)} of ${formatBytes(data.total_file_size)}`}
      </Box>
    </Box>
  );
}
