import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { ChoiceField, IdsField, NamesField } from "../filter-field.ts";

interface ListInputProps<Field> {
  readonly field: Field;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  /** The values on offer. */
  readonly options: readonly string[];
  readonly focused: boolean;
}

interface ChipsProps extends Partial<
  Omit<AutocompleteProps<string, true, false, boolean>, "value">
> {
  readonly input: Omit<ListInputProps<{ readonly label: string }>, "options">;
  readonly hint?: string;
  readonly invalid?: boolean;
}

/** What every input over a list of values is made of. */
function Chips({ input, hint, invalid = false, options = [], ...props }: ChipsProps) {
  const { field, values, onValues, focused } = input;
  return (
    <Autocomplete
      multiple
      size="small"
      options={options}
      value={[...values]}
      onChange={(_event, chosen) => onValues(chosen)}
      slotProps={{ chip: { size: "small" } }}
      {...props}
      renderInput={(text) => (
        <TextField
          {...text}
          label={field.label}
          error={invalid}
          helperText={hint}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus={focused}
        />
      )}
    />
  );
}

/** Chooses several of the values on offer, each once. */
export function ChoiceInput({ options, ...input }: ListInputProps<ChoiceField>) {
  return (
    <Chips
      input={input}
      // A chosen value may be on no list any more: a sensor that was sold.
      options={[...new Set([...options, ...input.values])]}
      getOptionLabel={(value) => input.field.labelOf?.(value) ?? value}
      filterSelectedOptions
      disableCloseOnSelect
    />
  );
}

/** Names as chips, added on Enter. */
export function NamesInput({ options, ...input }: ListInputProps<NamesField>) {
  const [typed, setTyped] = useState("");
  return (
    <Chips
      input={input}
      hint={input.field.hint}
      freeSolo
      options={options}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && input.values.includes(typed.trim())) setTyped("");
      }}
      onChange={(_event, chosen) =>
        input.onValues(chosen.map((name) => name.trim()).filter((name) => name !== ""))
      }
      filterSelectedOptions
    />
  );
}

/** Identifiers as chips, added on Enter. */
export function IdsInput({ options: _, ...input }: ListInputProps<IdsField>) {
  const { field, values, onValues } = input;
  const [typed, setTyped] = useState("");
  const [invalid, setInvalid] = useState(false);
  const add = (id: string): void => {
    const next = field.add(values, id);
    setInvalid(next === undefined);
    if (next === undefined) return;
    setTyped("");
    onValues(next);
  };
  return (
    <Chips
      input={input}
      hint={invalid ? field.invalid : field.hint}
      invalid={invalid}
      freeSolo
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (reason !== "input" && reason !== "clear") return;
        setTyped(text.toUpperCase());
        setInvalid(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || typed === "") return;
        // The field's own way would keep duplicates in it and let anything be a chip.
        event.defaultMuiPrevented = true;
        add(typed.trim());
      }}
    />
  );
}
