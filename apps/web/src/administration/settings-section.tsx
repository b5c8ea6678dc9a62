import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { SystemSetting, SystemState } from "@swath/contract/operations";
import { useState } from "react";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { safeText } from "../ui/text/safe-text.ts";

const COLUMNS: readonly Column<SystemSetting>[] = [
  { name: "Setting", isRowHeader: true, cell: ({ name }) => <code>{name}</code> },
  {
    name: "Value",
    cell: ({ value, standard }) =>
      value === null ? (
        <Box component="span" sx={{ color: "text.secondary" }}>
          {standard ?? "not set"}
        </Box>
      ) : (
        <strong>{safeText(value)}</strong>
      ),
  },
  { name: "Meaning", cell: ({ about }) => about },
];

function isFound({ name, about, value }: SystemSetting, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = `${name} ${about} ${value ?? ""}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

/** The settings in force, without secrets, and variables that are none. */
export function SettingsSection({ state }: { readonly state: SystemState }) {
  const { settings, unknownSettings } = state;
  const [text, setText] = useState("");
  const [onlySet, setOnlySet] = useState(true);
  const found = settings.filter(
    (setting) => (!onlySet || setting.value !== null) && isFound(setting, text),
  );
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {unknownSettings.map(({ name, meant }) => (
        <Alert key={name} severity="warning">
          {safeText(name)} is no setting, and has no effect.
          {meant === null ? "" : ` Did you mean ${meant}?`}
        </Alert>
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
        <TextField
          size="small"
          label="Find a setting"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FormControlLabel
          control={<Switch checked={onlySet} onChange={(_event, checked) => setOnlySet(checked)} />}
          label="Only those that are set"
        />
      </Box>
      {found.length === 0 ? (
        <Typography sx={{ color: "text.secondary" }}>
          {onlySet ? "None of the settings that are set matches." : "No setting matches."}
        </Typography>
      ) : (
        <FoldingTable
          caption="Settings in force"
          columns={COLUMNS}
          rows={found}
          minWidth={640}
          keyOf={({ name }) => name}
        />
      )}
    </Box>
  );
}
