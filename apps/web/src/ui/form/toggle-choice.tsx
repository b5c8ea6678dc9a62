import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";

interface ToggleChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
  readonly mb?: number;
}

/** A choice of one of a few values, all of them in sight. */
export function ToggleChoice({ label, value, options, onChoose, mb = 0 }: ToggleChoiceProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_event, chosen: string | null) => {
        if (chosen !== null) onChoose(chosen);
      }}
      sx={{ flexWrap: "wrap", mb }}
    >
      {options.map(([option, text]) => (
        <ToggleButton key={option} value={option} sx={{ py: 0.25 }}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
