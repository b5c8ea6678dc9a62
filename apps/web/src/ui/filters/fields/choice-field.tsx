import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import type { ChoiceField } from "../filter-field.ts";
import type { ListInputProps } from "./list-input.ts";

/** Chooses several of the values on offer, each once. */
export function ChoiceInput({ field, values, onValues, ...props }: ListInputProps<ChoiceField>) {
  const { options, focused } = props;
  return (
    <Autocomplete
      multiple
      size="small"
      // A chosen value may be on no list any more: a sensor that was sold.
      options={[...new Set([...options, ...values])]}
      value={[...values]}
      onChange={(_event, chosen) => onValues(chosen)}
      getOptionLabel={(value) => field.labelOf?.(value) ?? value}
      filterSelectedOptions
      disableCloseOnSelect
      slotProps={{ chip: { size: "small" } }}
      renderInput={(input) => (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
        <TextField {...input} label={field.label} autoFocus={focused} />
      )}
    />
  );
}
