import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { AuditKind } from "@swath/contract/history";

/** The kinds of events that a flight has, as people read them. */
const KINDS: readonly (readonly [kind: AuditKind, label: string])[] = [
  ["upload", "Uploads"],
  ["archive", "Archive"],
  ["download", "Downloads"],
  ["refusal", "Refused calls"],
];
const ALL = "all";

interface KindFilterProps {
  /** Undefined: all of them. */
  readonly kind: AuditKind | undefined;
  readonly onKind: (kind: AuditKind | undefined) => void;
}

/** Chooses what kind of events are shown. */
export function KindFilter({ kind, onKind }: KindFilterProps) {
  return (
    <TextField
      select
      size="small"
      label="Show"
      value={kind ?? ALL}
      onChange={({ target }) => onKind(KINDS.find(([name]) => name === target.value)?.[0])}
      sx={{ minWidth: 180 }}
    >
      <MenuItem value={ALL}>Everything</MenuItem>
      {KINDS.map(([name, label]) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
