import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { type Corridor, lengthOf } from "../points/section-points.ts";

interface LineFormProps {
  readonly corridor: Corridor | undefined;
  /** Where a line begins that nobody has drawn yet. */
  readonly width: number;
  readonly onCorridor: (corridor: Corridor) => void;
}

const FIELDS = [
  ["x1", "From x"],
  ["y1", "From y"],
  ["x2", "To x"],
  ["y2", "To y"],
  ["width", "Width"],
] as const;
type Field = (typeof FIELDS)[number][0];
type Texts = Readonly<Record<Field, string>>;

const textsOf = (corridor: Corridor | undefined, width: number): Texts => ({
  x1: corridor?.from[0].toString() ?? "",
  y1: corridor?.from[1].toString() ?? "",
  x2: corridor?.to[0].toString() ?? "",
  y2: corridor?.to[1].toString() ?? "",
  width: (corridor?.width ?? width).toString(),
});

const SHORTEST = 0.01;
/** A coordinate as it is typed. */
export const NUMBER = /^-?\d{1,9}(\.\d+)?$/;

/** The corridor of typed texts, or what is wrong with them. */
export function typedCorridor(texts: Texts): Corridor | string {
  const unreadable = FIELDS.find(([field]) => !NUMBER.test(texts[field].trim()));
  if (unreadable !== undefined) return `${unreadable[1]} is no number.`;
  const [x1, y1, x2, y2, width] = FIELDS.map(([field]) => Number(texts[field])) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const corridor: Corridor = { from: [x1, y1], to: [x2, y2], width };
  if (lengthOf(corridor) < SHORTEST) return "The line begins where it ends.";
  if (width < SHORTEST || width > 1_000) return "The width is from 0.01 to 1000.";
  return corridor;
}

/** A profile's line by its coordinates, for whoever does not draw it. */
export function LineForm({ corridor, width, onCorridor }: LineFormProps) {
  const [texts, setTexts] = useState(() => textsOf(corridor, width));
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = typedCorridor(texts);
    setFault(typeof typed === "string" ? typed : undefined);
    if (typeof typed !== "string") onCorridor(typed);
  };
  return (
    <Box
      component="form"
      aria-label="Line of the profile"
      onSubmit={submit}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}
    >
      {FIELDS.map(([field, label]) => (
        <TextField
          key={field}
          size="small"
          label={label}
          value={texts[field]}
          onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
          sx={{ width: field === "width" ? 80 : 124 }}
        />
      ))}
      <Button type="submit" size="small" variant="outlined">
        Show profile
      </Button>
      {fault === undefined ? null : (
        <Box role="alert" sx={{ color: "error.main", fontSize: "0.8125rem" }}>
          {fault}
        </Box>
      )}
    </Box>
  );
}
