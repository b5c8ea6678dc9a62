import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";

/** Of more values some can be found by what is typed. */
const MOST_UNFOUND = 8;

interface ValueChecklistProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  /** The values on offer. */
  readonly options: readonly string[];
  /** A value as people read it. */
  readonly labelOf?: ((value: string) => string) | undefined;
}

/** Several values of a list, each by a box to tick. */
export function ValueChecklist(props: ValueChecklistProps) {
  const { label, values, onValues, options, labelOf = (value: string) => value } = props;
  const [typed, setTyped] = useState("");
  // A chosen value may be on no list any more: a sensor that was sold.
  const all = [...new Set([...options, ...values])];
  const found = all.filter((value) =>
    labelOf(value).toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <>
      {all.length > MOST_UNFOUND ? (
        <TextField
          size="small"
          label={`Find ${label}`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus
        />
      ) : null}
      <Box
        component="fieldset"
        aria-label={label}
        sx={{ m: 0, p: 0, border: 0, maxHeight: 260, overflow: "auto", display: "grid" }}
      >
        {found.length === 0 ? <Typography sx={{ color: "text.secondary" }}>None</Typography> : null}
        {found.map((value) => (
          <FormControlLabel
            key={value}
            label={labelOf(value)}
            control={
              <Checkbox
                size="small"
                checked={values.includes(value)}
                onChange={({ target }) =>
                  onValues(
                    target.checked ? [...values, value] : values.filter((each) => each !== value),
                  )
                }
                sx={{ py: 0.5 }}
              />
            }
          />
        ))}
      </Box>
    </>
  );
}
