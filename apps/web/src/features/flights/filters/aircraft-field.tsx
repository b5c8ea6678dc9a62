import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { valuesOf, withValues } from "./filter-draft.ts";
import type { FilterDraft } from "./filter-draft.ts";
import { FILTER_LABELS } from "./filter-fields.ts";

interface AircraftFieldProps {
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  /** Of the fleet; any other name may be typed. */
  readonly names: readonly string[];
  readonly focused: boolean;
}

/** Aircraft as chips, added on Enter. */
export function AircraftField({ draft, onDraft, names, focused }: AircraftFieldProps) {
  const [typed, setTyped] = useState("");
  const values = valuesOf(draft, "Aircraft");
  return (
    <Autocomplete
      multiple
      freeSolo
      size="small"
      options={names}
      value={[...values]}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && values.includes(typed.trim())) setTyped("");
      }}
      onChange={(_event, chosen) => {
        const named = chosen.map((name) => name.trim()).filter((name) => name !== "");
        onDraft(withValues(draft, "Aircraft", named));
      }}
      filterSelectedOptions
      slotProps={{ chip: { size: "small" } }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={FILTER_LABELS.Aircraft}
          helperText="Enter adds an aircraft."
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus={focused}
        />
      )}
    />
  );
}
