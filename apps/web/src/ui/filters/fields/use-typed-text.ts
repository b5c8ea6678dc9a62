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
  const { field, values, onValues, options, early, onRest } = input;
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
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
  const replay = useEffectEvent(() => {
    const entered = early.lastIndexOf("\n");
    if (entered >= 0) add(early.slice(0, entered));
    const open = early.slice(entered + 1);
    if (open !== "") set(field.kind === "ids" ? open.toUpperCase() : open);
  });
  useEffect(() => replay(), []);
  return { text, fault, set, add };
}
