import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useEffect, useEffectEvent, useState } from "react";
import type { ChoiceField, IdsField, NamesField } from "./filter-draft.ts";

/** A field of values that are typed, chosen or pasted. */
export type ListField = IdsField | NamesField | ChoiceField;

/** What became of a text: the values with it, what of it could not be added, and why. */
export interface Added {
  readonly values: readonly string[];
  readonly rest: string;
  readonly fault: string | undefined;
}

/** The values of a field, and those on offer. */
type Known = Readonly<Record<"values" | "options", readonly string[]>>;

const NOT_ON_OFFER = "Not on the list: choose one that is.";

/** What of a pasted text is typed one after another; one item where it is no list. */
export function itemsOf(field: ListField, text: string): readonly string[] {
  const parts = text.split(field.kind === "ids" ? /[\s,;]+/ : /[\r\n\t]+/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Adds what was typed into a field to its values, as far as that can be. */
export function addTyped(field: ListField, { values, options }: Known, text: string): Added {
  const items = itemsOf(field, text);
  let added = values;
  const rest: string[] = [];
  let fault: string | undefined;
  for (const item of items) {
    const next = withItem(field, { values: added, options }, item);
    if ("fault" in next) {
      rest.push(item);
      fault ??= next.fault;
    } else added = next.values;
  }
  return { values: added, rest: rest.join(" "), fault };
}

type Next = { readonly values: readonly string[] } | { readonly fault: string };

function withItem(field: ListField, { values, options }: Known, item: string): Next {
  const next = withOne(field, { values, options }, item);
  if ("fault" in next) return next;
  const unique = [...new Set(next.values)];
  const overfull = unique.length > values.length ? field.overfull?.(unique) : undefined;
  return overfull === undefined ? { values: unique } : { fault: overfull };
}

function withOne(field: ListField, { values, options }: Known, item: string): Next {
  if (field.kind === "ids") {
    const next = field.add(values, item.toUpperCase());
    return next === undefined ? { fault: field.invalid } : { values: next };
  }
  if (field.kind === "names") {
    const fault = field.fault?.(item);
    return fault === undefined ? { values: [...values, item] } : { fault };
  }
  const meant = optionMeant(field, options, item);
  return meant === undefined ? { fault: NOT_ON_OFFER } : { values: [...values, meant] };
}

/** The value that reads so, or the only one that holds the text. */
function optionMeant(
  { labelOf = (value) => value }: ChoiceField,
  options: readonly string[],
  text: string,
): string | undefined {
  const wanted = text.toLowerCase();
  const label = (value: string): string => labelOf(value).toLowerCase();
  const exact = options.find((value) => label(value) === wanted);
  if (exact !== undefined) return exact;
  const holding = options.filter((value) => label(value).includes(wanted));
  return holding.length === 1 ? holding[0] : undefined;
}

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
