import { useEffect, useEffectEvent, useState } from "react";
import { addTyped, type ListField } from "../add-typed.ts";
import type { ListInputProps } from "./list-inputs.tsx";

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
export function useTypedText(input: ListInputProps<ListField>): TypedText {
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
