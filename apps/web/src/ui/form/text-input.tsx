import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";

interface TextInputProps<Values extends FieldValues> extends Pick<
  TextFieldProps,
  "label" | "disabled" | "inputRef" | "sx" | "children"
> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  /** Must hold more than spaces. */
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Grows with what is typed, from so many lines on. */
  readonly lines?: number;
  readonly error?: string | undefined;
}

const MOST_LINES = 14;

/** A text field of a form, or a choice of one value where it has entries. */
export function TextInput<Values extends FieldValues>(props: TextInputProps<Values>) {
  const { control, name, required = false, maxLength, lines, error, inputRef, ...rest } = props;
  const filled = (value: string): boolean => !required || value.trim() !== "";
  const { field } = useController({ control, name, rules: { validate: filled } });
  return (
    <TextField
      {...rest}
      required={required}
      name={field.name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={inputRef ?? field.ref}
      fullWidth={rest.sx === undefined}
      {...(lines === undefined ? {} : { multiline: true, minRows: lines, maxRows: MOST_LINES })}
      select={rest.children !== undefined}
      error={error !== undefined}
      helperText={error}
      slotProps={{
        htmlInput: maxLength === undefined ? {} : { maxLength },
        // Within the dialog's own layer the menu would be cut off.
        select: { MenuProps: { container: () => document.body } },
      }}
    />
  );
}
