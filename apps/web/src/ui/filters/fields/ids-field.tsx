import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { IdsField } from "../filter-field.ts";
import type { ListInputProps } from "./list-input.ts";

/** Identifiers as chips, added on Enter. */
export function IdsInput({ field, values, onValues, focused }: ListInputProps<IdsField>) {
  const [typed, setTyped] = useState("");
  const [invalid, setInvalid] = useState(false);
  const type = (text: string): void => {
    setTyped(text.toUpperCase());
    setInvalid(false);
  };
  const add = (id: string): void => {
    const next = field.add(values, id);
    setInvalid(next === undefined);
    if (next === undefined) return;
    setTyped("");
    onValues(next);
  };
  return (
    <Autocomplete
      multiple
      freeSolo
      size="small"
      options={[]}
      value={[...values]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (reason === "input" || reason === "clear") type(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || typed === "") return;
        // The field's own way would keep duplicates in it and let anything be a chip.
        event.defaultMuiPrevented = true;
        add(typed.trim());
      }}
      onChange={(_event, chips) => onValues(chips)}
      slotProps={{ chip: { size: "small" } }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={field.label}
          error={invalid}
          helperText={invalid ? field.invalid : field.hint}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus={focused}
        />
      )}
    />
  );
}
