import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import type { Preflight, StageParameter } from "@swath/contract/processing";
import { useId } from "react";
import { formatCount, plural } from "../../ui/text/format.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import { type Choice, defaultsOf, fieldFault, textsOf } from "./use-resubmission.ts";

interface OrderFieldsProps {
  readonly preflight: Preflight;
  readonly choice: Choice;
  readonly onChange: (choice: Partial<Choice>) => void;
}

/** The files and parameters that a resubmission runs with. */
export function OrderFields({ preflight, choice, onChange }: OrderFieldsProps) {
  const { FailedTasks: failed, Parameters: parameters } = preflight;
  return (
    <>
      {failed === null ? null : (
        <FilesChoice
          failed={failed}
          onlyFailed={choice.onlyFailed}
          onChange={(onlyFailed) => onChange({ onlyFailed })}
        />
      )}
      {parameters.length === 0 ? null : (
        <ParameterFields
          parameters={parameters}
          texts={choice.onlyFailed ? textsOf(parameters) : choice.texts}
          disabled={choice.onlyFailed}
          onChange={(texts) => onChange({ texts })}
        />
      )}
    </>
  );
}

interface FilesChoiceProps {
  readonly failed: NonNullable<Preflight["FailedTasks"]>;
  readonly onlyFailed: boolean;
  readonly onChange: (onlyFailed: boolean) => void;
}

const ALL = "all";
const FAILED = "failed";

/** All files, or the failed ones; the help names the outputs that are carried over. */
function FilesChoice({ failed, onlyFailed, onChange }: FilesChoiceProps) {
  const { Attempt, Names, Failed, Kept, Refusal } = failed;
  const helpId = useId();
  const labelId = useId();
  return (
    <FormControl>
      <Box id={labelId} component="h3" sx={{ m: 0, fontSize: "1rem" }}>
        Files
      </Box>
      <RadioGroup
        aria-labelledby={labelId}
        aria-describedby={helpId}
        value={onlyFailed ? FAILED : ALL}
        onChange={(_, value) => onChange(value === FAILED)}
      >
        <FormControlLabel value={ALL} control={<Radio size="small" />} label="All files" />
        <FormControlLabel
          value={FAILED}
          disabled={Refusal !== null}
          control={<Radio size="small" />}
          label={`Only the ${formatCount(Failed)} that failed`}
        />
      </RadioGroup>
      <FormHelperText id={helpId} sx={{ mx: 0 }}>
        {Refusal ??
          (onlyFailed
            ? `The outputs of ${plural(Kept, "task")} of attempt ${Attempt} are carried over, made by its parameters.`
            : `In attempt ${Attempt}, ${plural(Kept, "task")} succeeded; all run again.`)}
      </FormHelperText>
      {onlyFailed ? <NameList names={Names} label="Files that run again" lines={4} /> : null}
    </FormControl>
  );
}

interface ParameterFieldsProps {
  readonly parameters: Preflight["Parameters"];
  readonly texts: Choice["texts"];
  readonly disabled: boolean;
  readonly onChange: (texts: Choice["texts"]) => void;
}

/** The parameters of a stage, each with its default and its value in the last attempt. */
function ParameterFields(props: ParameterFieldsProps) {
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
  const unit = Declared.type === "number" ? Declared.unit : undefined;
  return (
    <TextField
      size="small"
      label={unit === undefined ? Declared.label : `${Declared.label} (${unit})`}
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

/** `Default 1, last attempt 2, at least 0.1, at most 10`. */
function hintOf(declared: StageParameter, last: string | number | null): string {
  const { least, most } = declared.type === "number" ? declared : {};
  const parts = [
    `Default ${declared.default}`,
    last !== null && `last attempt ${last}`,
    least !== undefined && `at least ${least}`,
    most !== undefined && `at most ${most}`,
  ];
  return parts.filter(Boolean).join(", ");
}
