import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { FilterDraft } from "./filter-draft.ts";
import { FILTER_LABELS } from "./filter-fields.ts";
import { primaryIds, withPrimaryId, withoutPrimaryIds } from "./primary-ids.ts";

interface PrimaryIdFieldProps {
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  readonly focused: boolean;
}

/** Sensor, project and flight identifiers as chips, added on Enter. */
export function PrimaryIdField({ draft, onDraft, focused }: PrimaryIdFieldProps) {
  const [typed, setTyped] = useState("");
  const [invalid, setInvalid] = useState(false);
  const type = (text: string): void => {
    setTyped(text.toUpperCase());
    setInvalid(false);
  };
  const add = (id: string): void => {
    const next = withPrimaryId(draft, id.trim());
    setInvalid(next === undefined);
    if (next === undefined) return;
    setTyped("");
    onDraft(next);
  };
  return (
    <Autocomplete
      multiple
      freeSolo
      size="small"
      options={[]}
      value={primaryIds(draft)}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (reason === "input" || reason === "clear") type(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || typed === "") return;
        // The field's own way would keep duplicates in it and let anything be a chip.
        event.defaultMuiPrevented = true;
        add(typed);
      }}
      onChange={(_event, chips) => onDraft(withoutPrimaryIds(draft, chips))}
      slotProps={{ chip: { size: "small" } }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={FILTER_LABELS.PrimaryID}
          error={invalid}
          helperText={
            invalid
              ? "Invalid Sensor ID, Project ID or Flight ID."
              : "Sensor ID, Project ID or Flight ID; Enter adds it."
          }
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus={focused}
        />
      )}
    />
  );
}
