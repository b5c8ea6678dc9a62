import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useEffect, useEffectEvent, useState } from "react";
import { type ListField, addTyped, itemsOf } from "./add-typed.ts";
import type { ChoiceField, IdsField, NamesField } from "./filter-field.ts";

/** The text of a field that is no value yet. */
export interface TypedText {
  readonly text: string;
  /** Why it could not be added. */
  readonly fault: string | undefined;
  readonly set: (text: string) => void;
  /** Adds it, or another text in its place, to the field's values; what cannot be added stays. */
  readonly add: (text?: string) => void;
}

/** Keeps what is typed into a field until it is added: by Enter, or when the field is left. */
function useTypedText(input: ListInputProps<ListField>): TypedText {
  const { field, values, onValues, options, onRest } = input;
  const [first] = useState(() => replay(input));
  const [text, setText] = useState(first.text);
  const [fault, setFault] = useState(first.fault);
  const set = (next: string): void => {
    setText(next);
    setFault(undefined);
    onRest(false);
  };
  const add = (typed = text): void => {
    const added = addTyped(field, { values, options }, typed);
    setText(added.rest);
    setFault(added.fault);
    onRest(added.rest !== "");
    if (added.values !== values) onValues(added.values);
  };
  const report = useEffectEvent(() => {
    if (first.values !== values) onValues(first.values);
    if (first.fault !== undefined) onRest(true);
  });
  useEffect(() => report(), []);
  return { text, fault, set, add };
}

/** What was typed before the field was there: lines that Enter ended, and one that it did not. */
function replay({ field, values, options, early }: ListInputProps<ListField>) {
  const entered = early.lastIndexOf("\n") + 1;
  const added = addTyped(field, { values, options }, early.slice(0, entered));
  const open = early.slice(entered);
  const typed = field.kind === "ids" ? open.toUpperCase() : open;
  const fault = open === "" ? added.fault : undefined;
  return { values: added.values, text: `${added.rest}${typed}`, fault };
}

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
