import Delete from "@mui/icons-material/Delete";
import Edit from "@mui/icons-material/Edit";
import Visibility from "@mui/icons-material/Visibility";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { createLink } from "@tanstack/react-router";
import { type Calibration, calibrationStatus } from "@swath/contract/calibrations";
import type { ReactNode } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { PARAMETER_PAGES, recordName } from "../shared/parameter-names.ts";
import type { ParameterKind, RecordOf } from "../shared/parameter-queries.ts";

/** A link that is an icon. */
const IconLink = createLink(IconButton);

interface DisabledActionProps {
  readonly label: string;
  readonly why: string;
  readonly children: ReactNode;
}

/** An action that cannot be chosen; why not is reached by keyboard too. */
function DisabledAction({ label, why, children }: DisabledActionProps) {
  return (
    <Tooltip title={why} describeChild>
      <IconButton
        size="small"
        aria-disabled
        aria-label={label}
        disableRipple
        sx={{ color: "action.disabled", cursor: "not-allowed", "&:hover": { background: "none" } }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}

interface RecordActionProps<K extends ParameterKind> {
  readonly kind: K;
  readonly of: RecordOf[K];
}

/** The way to a record. */
export function ViewRecord<K extends ParameterKind>({ kind, of }: RecordActionProps<K>) {
  return (
    <Tooltip title="Click to view parameters" describeChild>
      <Box component="span">
        <IconLink
          size="small"
          to={PARAMETER_PAGES[kind].record}
          params={{ calibrationId: of._id }}
          aria-label={`View ${recordName(of)}`}
        >
          <Visibility fontSize="small" />
        </IconLink>
      </Box>
    </Tooltip>
  );
}

/** The way to a record's form; active records are not edited. */
export function EditRecord<K extends ParameterKind>({ kind, of }: RecordActionProps<K>) {
  if (!calibrationStatus(of).editable)
    return (
      <DisabledAction label={`Edit ${recordName(of)}`} why="An active record is not edited">
        <Edit fontSize="small" />
      </DisabledAction>
    );
  return (
    <IconLink
      size="small"
      to={PARAMETER_PAGES[kind].edit}
      params={{ calibrationId: of._id }}
      aria-label={`Edit ${recordName(of)}`}
    >
      <Edit fontSize="small" />
    </IconLink>
  );
}

/** Delete, which is for nobody (document 3, section 2.3). */
export const NoDelete = ({ of }: { readonly of: Calibration }) => (
  <DisabledAction label={`Delete ${recordName(of)}`} why="Parameters are not deleted">
    <Delete fontSize="small" />
  </DisabledAction>
);
