import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { implausibleValues, type ImplausibleValue, limitOf } from "@swath/contract/calibrations";
import { useId } from "react";
import { Explained } from "../../ui/glossary/explained.tsx";
import { type Parameter, PARAMETER_NAMES } from "../../data/parameter-labels.ts";
import type { ParameterKind } from "../shared/parameter-queries.ts";
import { enteredNumber, numberFault, type ParameterEntries } from "./parameter-entries.ts";

type Group = readonly [title: string, ...names: Parameter[]];

/**
 * The numbers of a form by their groups (document 3, sections 2.5 and 2.6). The label of the boresight
 * says arc minutes and its unit degrees, as specified: the entry is in degrees, and not converted.
 */
const GROUPS: Readonly<Record<ParameterKind, readonly Group[]>> = {
  lidar: [
    ["GPS Lever Arm (m)", "PriGNSSLeverX", "PriGNSSLeverY", "PriGNSSLeverZ"],
    ["IMU Lever Arm (m)", "RefToIMULeverX", "RefToIMULeverY", "RefToIMULeverZ"],
    [
      "IMU Mounting Angles (degrees)",
      "RefToIMUMountingAnglX",
      "RefToIMUMountingAnglY",
      "RefToIMUMountingAnglZ",
    ],
  ],
  imagery: [
    ["Camera Lever Arm (m)", "CameraLeverArmX", "CameraLeverArmY", "CameraLeverArmZ"],
    [
      "Boresight Angles (arc minutes)",
      "CameraBoresiteAngleTx",
      "CameraBoresiteAngleTy",
      "CameraBoresiteAngleTz",
    ],
    ["Kappa Cardinal (degrees)", "KappaCardinal"],
  ],
};

interface NumberGroupsProps {
  readonly kind: ParameterKind;
  readonly texts: ParameterEntries["texts"];
  readonly onTexts: (texts: ParameterEntries["texts"]) => void;
}

/** The fields of a record's numbers. */
export function NumberGroups({ kind, ...props }: NumberGroupsProps) {
  return GROUPS[kind].map((group) => <NumberGroup key={group[0]} group={group} {...props} />);
}

interface NumberGroupProps extends Omit<NumberGroupsProps, "kind"> {
  readonly group: Group;
}

function NumberGroup({ group: [title, ...names], texts, onTexts }: NumberGroupProps) {
  const id = useId();
  return (
    <Box
      component="fieldset"
      aria-labelledby={id}
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: "grid", gap: 1.5 }}
    >
      <Typography id={id} variant="h2">
        <Explained text={title} />
      </Typography>
      <Box
        sx={{
          display: "grid",
          gap: 1.5,
          gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 170px), 1fr))",
        }}
      >
        {names.map((name) => (
          <NumberField
            key={name}
            name={name}
            text={texts[name] ?? ""}
            onText={(text) => onTexts({ ...texts, [name]: text })}
          />
        ))}
      </Box>
    </Box>
  );
}

interface NumberFieldProps {
  readonly name: Parameter;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A number of a record with its unit; says if it is invalid or unusual. */
function NumberField({ name, text, onText }: NumberFieldProps) {
  const { label, unit } = PARAMETER_NAMES[name];
  const limit = limitOf(name);
  const fault = numberFault(text, limit, unit);
  const [unusual] = implausibleValues({ [name]: enteredNumber(text, limit) });
  const warning =
    unusual === undefined ? undefined : `Usually -${unusual.most} to ${unusual.most} ${unit}.`;
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

/** Why a value is unusual. */
export function implausibleText({ name, value, most }: ImplausibleValue): string {
  const { label, unit } = PARAMETER_NAMES[name];
  return `${label} is ${value} ${unit}; usual values are -${most} to ${most} ${unit}`;
}
