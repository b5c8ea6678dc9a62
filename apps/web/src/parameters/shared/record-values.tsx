import Cancel from "@mui/icons-material/Cancel";
import CheckCircle from "@mui/icons-material/CheckCircle";
import Box from "@mui/material/Box";
import { isDue } from "@swath/contract/calibrations";
import { utcMinute } from "../../ui/text/format.ts";
import { useNow } from "../../ui/use-environment.ts";

/** An instant, or a dash. */
export const at = (time: string | null): string => (time === null ? "–" : utcMinute(time));

/** A value in red, with the reason below it. */
function Warned({ value, why }: { value: string; why: string }) {
  return (
    <Box component="span" sx={{ color: "error.main", fontWeight: 650 }}>
      {value}
      <Box component="span" sx={{ display: "block", fontWeight: 450 }}>
        {why}
      </Box>
    </Box>
  );
}

/** The date on which the calibration is due again; red once it has come (document 3, section 2.5). */
export function DueDate({ of }: { of: { readonly ScheduledExpiryDate: string | null } }) {
  const due = at(of.ScheduledExpiryDate);
  return isDue(of, useNow()) ? <Warned value={due} why="due" /> : due;
}

interface LMSVersionProps {
  readonly of: { readonly LMSVersion: string | null };
  /** Empty while it is not known. */
  readonly current: string;
}

/** Whether a record is of another LMS version than the current one (document 3, section 2.3). */
export const isOtherVersion = ({ of, current }: LMSVersionProps): boolean =>
  current !== "" && of.LMSVersion !== current;

/** The LMS version of a record; red if it is not the current one (document 3, section 2.5). */
export function LMSVersion({ of, current }: LMSVersionProps) {
  const version = of.LMSVersion ?? "none";
  return isOtherVersion({ of, current }) ? <Warned value={version} why="not current" /> : version;
}

/** A tick or a cross for the instrument files (document 3, section 2.5). */
export function FilesLoaded({ loaded }: { loaded: boolean }) {
  const Icon = loaded ? CheckCircle : Cancel;
  return (
    <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.75 }}>
      <Icon fontSize="small" aria-hidden="true" color={loaded ? "success" : "error"} />
      {loaded ? "Instrument files loaded" : "Instrument files not loaded"}
    </Box>
  );
}
