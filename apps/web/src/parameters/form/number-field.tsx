import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { implausibleValues, type ImplausibleValue, limitOf } from "@swath/contract/calibrations";
import { PARAMETER_NAMES } from "../shared/parameter-names.ts";
import { enteredNumber, numberFault } from "./entered-number.ts";

export type Parameter = keyof typeof PARAMETER_NAMES;

interface NumberFieldProps {
  readonly name: Parameter;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** What is unusual about a value, as people read it. */
export function implausibleText({ name, value, most }: ImplausibleValue): string {
  const { label, unit } = PARAMETER_NAMES[name];
  return `${label} is ${value} ${unit}; usual are -${most} to ${most} ${unit}`;
}

/** A number of a record with its unit; says so where it is none, and where it is unusual. */
export function NumberField({ name, text, onText }: NumberFieldProps) {
  const { label, unit } = PARAMETER_NAMES[name];
  const limit = limitOf(name);
  const fault = numberFault(text, limit, unit);
  const [unusual] = implausibleValues({ [name]: enteredNumber(text, limit) });
  const warning =
    unusual === undefined ? undefined : `Usual are -${unusual.most} to ${unusual.most} ${unit}.`;
  return (
    <TextField
      size="small"
      required
      label={label}
      value={text}
      onChange={({ target }) => onText(target.value)}
      error={fault !== undefined}
      color={warning === undefined ? "primary" : "warning"}
      helperText={fault ?? warning}
      slotProps={{
        htmlInput: { inputMode: "decimal", autoComplete: "off" },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
        formHelperText: fault === undefined ? { sx: { color: "warning.main" } } : {},
      }}
    />
  );
}
