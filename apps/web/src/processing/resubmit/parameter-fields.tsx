import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Preflight, StageParameter } from "@swath/contract/processing";
import { type Choice, defaultsOf, fieldFault } from "./chosen-order.ts";

interface ParameterFieldsProps {
  readonly parameters: Preflight["Parameters"];
  readonly texts: Choice["texts"];
  readonly disabled: boolean;
  readonly onChange: (texts: Choice["texts"]) => void;
}

/** The parameters of a stage, each beside its default and its value of the last attempt. */
export function ParameterFields(props: ParameterFieldsProps) {
  const { parameters, texts, disabled, onChange } = props;
  const defaults = defaultsOf(parameters);
  const areDefaults = parameters.every(({ Name }) => texts[Name] === defaults[Name]);
  return (
    <section aria-label="Parameters">
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 1.5 }}>
        <Box component="h3" sx={{ m: 0, fontSize: "1rem", flexGrow: 1 }}>
          Parameters
        </Box>
        <Button size="small" disabled={disabled || areDefaults} onClick={() => onChange(defaults)}>
          Use defaults
        </Button>
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" } }}>
        {parameters.map((parameter) => (
          <Field
            key={parameter.Name}
            parameter={parameter}
            text={texts[parameter.Name] ?? ""}
            disabled={disabled}
            onChange={(text) => onChange({ ...texts, [parameter.Name]: text })}
          />
        ))}
      </Box>
    </section>
  );
}

interface FieldProps {
  readonly parameter: Preflight["Parameters"][number];
  readonly text: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

function Field({ parameter: { Name, Declared, Last }, text, disabled, onChange }: FieldProps) {
  const fault = disabled ? undefined : fieldFault(Declared, text);
  const unit = unitOf(Declared);
  return (
    <TextField
      size="small"
      label={`${Declared.label}${unit}`}
      name={Name}
      value={text}
      disabled={disabled}
      error={fault !== undefined}
      helperText={fault === undefined ? hintOf(Declared, Last) : `The value ${fault}`}
      onChange={({ target }) => onChange(target.value)}
      select={Declared.type === "choice"}
      slotProps={{ htmlInput: { inputMode: "decimal", autoComplete: "off", maxLength: 100 } }}
    >
      {Declared.type === "choice"
        ? Declared.choices.map((choice) => (
            <MenuItem key={choice} value={choice}>
              {choice}
            </MenuItem>
          ))
        : null}
    </TextField>
  );
}

const unitOf = (declared: StageParameter): string =>
  declared.type === "number" && declared.unit !== undefined ? ` (${declared.unit})` : "";

/** `Default 1, last attempt 2, at least 0.1, at most 10`. */
function hintOf(declared: StageParameter, last: string | number | null): string {
  const parts = [
    `Default ${declared.default}`,
    ...(last === null ? [] : [`last attempt ${last}`]),
    ...(declared.type === "number" && declared.least !== undefined
      ? [`at least ${declared.least}`]
      : []),
    ...(declared.type === "number" && declared.most !== undefined
      ? [`at most ${declared.most}`]
      : []),
  ];
  return parts.join(", ");
}
