import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { FILTER_LABELS, valueName } from "./filter-fields.ts";
import type { FilterName } from "./filter-fields.ts";

interface ChoiceFieldProps {
  readonly name: FilterName;
  readonly options: readonly string[];
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  readonly focused: boolean;
}

/** Chooses several of the listed values, each once. */
export function ChoiceField({ name, options, values, onValues, focused }: ChoiceFieldProps) {
  return (
    <Autocomplete
      multiple
      size="small"
      // A chosen value may be on no list any more: a sensor that was sold.
      options={[...new Set([...options, ...values])]}
      value={[...values]}
      onChange={(_event, chosen) => onValues(chosen)}
      getOptionLabel={(value) => valueName(name, value)}
      filterSelectedOptions
      disableCloseOnSelect
      slotProps={{ chip: { size: "small" } }}
      renderInput={(input) => (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
        <TextField {...input} label={FILTER_LABELS[name]} autoFocus={focused} />
      )}
    />
  );
}
