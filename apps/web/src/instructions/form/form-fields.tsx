import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { styled } from "@mui/material/styles";
import { createContext, type ReactNode, use } from "react";
import type { InstructionChange, InstructionDraft } from "./draft.ts";

interface FieldContextValue {
  /** What is wrong with a field, once it is to be shown. */
  readonly faultOf: (name: string) => string | undefined;
  readonly onLeave: (name: string) => void;
  readonly disabled: boolean;
}
const FieldContext = createContext<FieldContextValue>({
  faultOf: () => undefined,
  onLeave: () => undefined,
  disabled: false,
});
export const FieldProvider = FieldContext.Provider;
export const useFields = (): FieldContextValue => use(FieldContext);

/** The id of a field's input, by which the first that is at fault is focused. */
export const fieldId = (name: string): string => `instruction-${name}`;

function useField(name: string) {
  const { faultOf, onLeave, disabled } = useFields();
  return { id: fieldId(name), fault: faultOf(name), disabled, onBlur: () => onLeave(name) };
}

interface FieldProps<V extends string = string> {
  readonly name: string;
  readonly label: string;
  readonly value: V;
  /** The few values that it is chosen from; without them it is typed. */
  readonly options?: readonly (readonly [value: V, label: string])[];
  readonly onChange: (value: V) => void;
  readonly help?: string;
  readonly unit?: string;
  readonly width?: number | string;
  readonly required?: boolean;
  readonly maxLength?: number;
}

/** Up to so wide, px, two stand beside one another on a phone. */
const HALF_WIDTH = 160;

/** As wide as it needs to be; on a phone the width that there is, or the half of it. */
const placed = (width: number | string) => ({
  width: { xs: "auto", sm: width },
  flex: { xs: width === HALF_WIDTH ? "1 1 130px" : "1 1 100%", sm: "0 1 auto" },
  maxWidth: "100%",
});

export function Field<V extends string>(props: FieldProps<V>) {
  const { name, label, value, options, onChange, help, unit, required = false, maxLength } = props;
  const { width = options === undefined ? 160 : 200 } = props;
  const { id, fault, disabled, onBlur } = useField(name);
  return (
    <TextField
      id={id}
      select={options !== undefined}
      size="small"
      label={unit === undefined ? label : `${label} (${unit})`}
      value={value}
      required={required}
      disabled={disabled}
      error={fault !== undefined}
      helperText={fault ?? help}
      onChange={({ target }) => onChange(target.value as V)}
      onBlur={onBlur}
      slotProps={{
        htmlInput: { ...(unit === undefined ? {} : { inputMode: "decimal" }), maxLength },
        ...(options && { select: { native: true }, inputLabel: { shrink: true } }),
      }}
      sx={placed(width)}
    >
      {options?.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </TextField>
  );
}

interface SearchedChoiceProps extends Omit<FieldProps, "unit" | "maxLength" | "options"> {
  /** By their values, as they are shown and looked for. */
  readonly options: ReadonlyMap<string, string>;
}

/** A choice of many values, by typing a part of one. */
export function SearchedChoice(props: SearchedChoiceProps) {
  const { name, label, value, options, onChange, help, width = 360, required } = props;
  const { id, fault, disabled, onBlur } = useField(name);
  return (
    <Autocomplete
      id={id}
      size="small"
      options={[...options.keys()]}
      getOptionLabel={(option) => options.get(option) ?? option}
      value={value === "" ? null : value}
      disabled={disabled}
      onChange={(_, chosen) => onChange(chosen ?? "")}
      onBlur={onBlur}
      sx={placed(width)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required ?? false}
          error={fault !== undefined}
          helperText={fault ?? help}
        />
      )}
    />
  );
}

export interface SectionProps {
  readonly draft: InstructionDraft;
  readonly change: (change: InstructionChange) => void;
}

/** Fields or buttons of one name. */
export const Group = styled("fieldset")({ border: 0, margin: 0, padding: 0, minWidth: 0 });

const ROW = {
  flex: { xs: 1, sm: "0 1 auto" },
  display: "flex",
  flexWrap: "wrap",
  columnGap: 1.5,
  rowGap: { xs: 2, sm: 1.5 },
  alignItems: "flex-start",
} as const;

/** Fields beside one another. */
export function Row({ children }: { children: ReactNode }) {
  return <Box sx={ROW}>{children}</Box>;
}
