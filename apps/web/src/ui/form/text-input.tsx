import TextField from "@mui/material/TextField";
import type { ReactNode, Ref } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";

interface TextInputProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  /** Must hold more than spaces. */
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Grows with what is typed, from so many lines on. */
  readonly lines?: number;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly width?: number;
  /** The entries of a menu to choose from, in place of typing. */
  readonly children?: ReactNode;
}

const MOST_LINES = 14;

/** A text field of a form, or a choice of one value where it has entries. */
export function TextInput<Values extends FieldValues>({
  control,
  name,
  required = false,
  ...props
}: TextInputProps<Values>) {
  const { label, maxLength, lines, disabled = false, error, inputRef, width, children } = props;
  const filled = (value: string): boolean => !required || value.trim() !== "";
  const { field } = useController({ control, name, rules: { validate: filled } });
  return (
    <TextField
      label={label}
      required={required}
      disabled={disabled}
      name={field.name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={inputRef ?? field.ref}
      fullWidth={width === undefined}
      {...(width === undefined ? {} : { sx: { width } })}
      {...(lines === undefined ? {} : { multiline: true, minRows: lines, maxRows: MOST_LINES })}
      {...(children === undefined ? {} : { select: true })}
      error={error !== undefined}
      helperText={error}
      slotProps={{
        htmlInput: maxLength === undefined ? {} : { maxLength },
        // Within the dialog's own layer the menu would be cut off.
        select: { MenuProps: { container: () => document.body } },
      }}
    >
      {children}
    </TextField>
  );
}
