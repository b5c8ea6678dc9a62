import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import type { ChoiceField, IdsField, NamesField } from "../filter-field.ts";
import { itemsOf, type ListField } from "../add-typed.ts";
import { type TypedText, useTypedText } from "./use-typed-text.ts";

export interface ListInputProps<Field> {
  readonly field: Field;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  /** The values on offer. */
  readonly options: readonly string[];
  readonly focused: boolean;
  /** Typed before the field was there. */
  readonly early: string;
  /** What is left in the field could not be added, or nothing is. */
  readonly onRest: (hasRest: boolean) => void;
}

interface ChipsProps extends Pick<
  AutocompleteProps<string, true, false, boolean>,
  | "options"
  | "onChange"
  | "onInputChange"
  | "onKeyDown"
  | "getOptionLabel"
  | "freeSolo"
  | "filterSelectedOptions"
  | "disableCloseOnSelect"
> {
  readonly input: ListInputProps<ListField>;
  readonly typed: TypedText;
  readonly hint?: string;
}

/** What every input over a list of values is made of. */
function Chips({ input, typed, hint, ...props }: ChipsProps) {
  const { field, values, onValues, focused } = input;
  return (
    <Autocomplete<string, true, false, boolean>
      multiple
      size="small"
      value={[...values]}
      onChange={(_event, chosen) => onValues(chosen)}
      inputValue={typed.text}
      clearOnBlur={false}
      onBlur={() => typed.add()}
      slotProps={{ chip: { size: "small" } }}
      {...props}
      renderInput={(text) => (
        <TextField
          {...text}
          label={field.label}
          error={typed.fault !== undefined}
          helperText={typed.fault ?? hint}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus={focused}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text");
            // The field itself would join lines into one word.
            if (itemsOf(field, pasted).length < 2) return;
            event.preventDefault();
            typed.add(`${typed.text}\n${pasted}`);
          }}
        />
      )}
    />
  );
}

/** Chooses several of the values on offer, each once. */
export function ChoiceInput(input: ListInputProps<ChoiceField>) {
  const typed = useTypedText(input);
  return (
    <Chips
      input={input}
      typed={typed}
      // A chosen value may be on no list any more: a sensor that was sold.
      options={[...new Set([...input.options, ...input.values])]}
      getOptionLabel={(value) => input.field.labelOf?.(value) ?? value}
      onInputChange={(_event, text) => typed.set(text)}
      filterSelectedOptions
      disableCloseOnSelect
    />
  );
}

/** Names as chips, added on Enter. */
export function NamesInput(input: ListInputProps<NamesField>) {
  const typed = useTypedText(input);
  return (
    <Chips
      input={input}
      typed={typed}
      hint={input.field.hint}
      freeSolo
      options={input.options}
      onInputChange={(_event, text, reason) => {
        // What Enter could not add stays.
        if (reason !== "reset") typed.set(text);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && input.values.includes(typed.text.trim())) typed.set("");
      }}
      onChange={(_event, chosen, reason) => {
        if (reason === "createOption") typed.add();
        else input.onValues(chosen);
      }}
      filterSelectedOptions
    />
  );
}

const NOTHING_ON_OFFER: readonly string[] = [];

/** Identifiers as chips, added on Enter. */
export function IdsInput(input: ListInputProps<IdsField>) {
  const typed = useTypedText(input);
  return (
    <Chips
      input={input}
      typed={typed}
      hint={input.field.hint}
      freeSolo
      options={NOTHING_ON_OFFER}
      onInputChange={(_event, text, reason) => {
        if (reason === "input" || reason === "clear") typed.set(text.toUpperCase());
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || typed.text === "") return;
        // The field's own way would keep duplicates in it and let anything be a chip.
        event.defaultMuiPrevented = true;
        typed.add();
      }}
    />
  );
}
