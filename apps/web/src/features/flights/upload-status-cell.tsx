import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { Facts } from "../../ui/facts.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { PillLink, PillText } from "./pill.ts";
import { CELL_LABEL } from "./sensor-lines.ts";
import type { UploadCell } from "./sensor-lines.ts";
import { StatusIcon } from "./status-icon.tsx";
import { statusLabel, statusLook } from "./status-look.ts";
import { utcMinute } from "./survey-date.ts";
import type { CellRule } from "./upload-cell.ts";

interface UploadStatusCellProps {
  readonly flightId: string;
  readonly cell: UploadCell;
  readonly rule: CellRule;
  /** How the data is sent, where the sensor has a say in it. */
  readonly dispatch: string | undefined;
}

/** The status of one upload, and the way to it where there is one. */
export function UploadStatusCell({ flightId, cell, rule, dispatch }: UploadStatusCellProps) {
  const { glyph, tone } = statusLook(cell.upload.Status);
  const content = (
    <>
      <StatusIcon glyph={glyph} />
      {CELL_LABEL[cell.kind]}
      {cell.count > 1 ? ` ×${cell.count}` : null}
      <VisuallyHidden>{spoken(cell, rule)}</VisuallyHidden>
    </>
  );
  return (
    <Tooltip title={<Tip cell={cell} rule={rule} dispatch={dispatch} />} describeChild>
      {rule.link === "none" ? (
        <PillText tone={rule.disabled ? "muted" : tone} disabled={rule.disabled}>
          {content}
        </PillText>
      ) : (
        <PillLink
          to="/post/$flightId/uploads/$uploadId"
          params={{ flightId, uploadId: cell.upload._id }}
          {...(rule.link === "newTab" ? { target: "_blank", rel: "noopener" } : {})}
          tone={tone}
        >
          {content}
        </PillLink>
      )}
    </Tooltip>
  );
}

function spoken(cell: UploadCell, rule: CellRule): string {
  const status = statusLabel(cell.upload.Status);
  if (rule.link === "newTab") return `${status}, opens in a new tab`;
  return rule.disabled && rule.hint !== undefined ? `${status}. ${rule.hint}` : status;
}

function Tip({ cell, rule, dispatch }: Omit<UploadStatusCellProps, "flightId">) {
  const { Status, User, Updated, Type } = cell.upload;
  const facts: (readonly [string, string])[] = [["Upload", Type]];
  if (User !== null) facts.push(["Updated", `${utcMinute(Updated)} by ${User}`]);
  if (dispatch !== undefined) facts.push(["Dispatch", dispatch]);
  return (
    <Box component="span" sx={{ display: "grid", gap: 0.5 }}>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {statusLabel(Status)}
      </Box>
      <Facts of={facts} />
      {rule.hint === undefined ? null : <em>{rule.hint}</em>}
    </Box>
  );
}
