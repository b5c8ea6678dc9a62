import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { NamesField } from "../filter-field.ts";
import type { ListInputProps } from "./list-input.ts";

/** Names as chips, added on Enter. */
export function NamesInput({ field, values, onValues, ...props }: ListInputProps<NamesField>) {
  const { options, focused } = props;
  const [typed, setTyped] = useState("");
  return (
    <Autocomplete
      multiple
      freeSolo
      size="small"
      options={options}
      value={[...values]}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && values.includes(typed.trim())) setTyped("");
      }}
      onChange={(_event, chosen) =>
        onValues(chosen.map((name) => name.trim()).filter((name) => name !== ""))
      }
      filterSelectedOptions
      slotProps={{ chip: { size: "small" } }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={field.label}
          helperText={field.hint}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus={focused}
        />
      )}
    />
  );
}
