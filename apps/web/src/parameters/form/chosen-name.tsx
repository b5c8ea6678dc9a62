import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";

interface ChosenNameProps {
  readonly label: string;
  readonly value: string | null;
  /** Undefined while they are loaded. */
  readonly options: readonly string[] | undefined;
  readonly onValue: (value: string | null) => void;
  /** Why the name is not taken. */
  readonly fault?: string | undefined;
}

/** One name of a list, such as a sensor or an aircraft. */
export function ChosenName(props: ChosenNameProps) {
  const { label, value, options, onValue, fault } = props;
  // A record's own may be on no list any more.
  const all = [...new Set([...(options ?? []), ...(value === null ? [] : [value])])];
  return (
    <Autocomplete
      size="small"
      value={value}
      options={all}
      loading={options === undefined}
      onChange={(_event, chosen) => onValue(chosen)}
      renderInput={(params) => (
        <TextField
          {...params}
          required
          label={label}
          error={fault !== undefined}
          helperText={fault}
        />
      )}
    />
  );
}
