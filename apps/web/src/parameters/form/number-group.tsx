import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { NumberField, type Parameter } from "./number-field.tsx";

interface NumberGroupProps<N extends Parameter> {
  readonly title: string;
  readonly names: readonly N[];
  readonly texts: Readonly<Record<N, string>>;
  readonly onTexts: (texts: Readonly<Record<N, string>>) => void;
}

/** Numbers that belong together, such as the three of a lever arm. */
export function NumberGroup<N extends Parameter>(props: NumberGroupProps<N>) {
  const { title, names, texts, onTexts } = props;
  const id = useId();
  return (
    <Box
      component="fieldset"
      aria-labelledby={id}
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: "grid", gap: 1.5 }}
    >
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "repeat(3, minmax(0, 1fr))" }}>
        {names.map((name) => (
          <NumberField
            key={name}
            name={name}
            text={texts[name]}
            onText={(text) => onTexts({ ...texts, [name]: text })}
          />
        ))}
      </Box>
    </Box>
  );
}
