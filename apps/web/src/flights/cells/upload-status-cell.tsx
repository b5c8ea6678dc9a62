import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { styled } from "@mui/material/styles";
import { Facts } from "../../ui/text/hint.tsx";
import { utcMinute } from "../../ui/text/format.ts";
import { statusLabel, statusStyle } from "../../data/upload-status.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { NEW_TAB, UploadMenu, uploadLink } from "./upload-menu.tsx";
import { PillLink, PillText } from "../../ui/status/status-pill.ts";
import { CELL_LABEL } from "./cell-kinds.ts";
import type { UploadCell } from "./sensor-lines.ts";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { COMING_SOON, type CellRule } from "./upload-cell.ts";

interface StatusTipProps {
  readonly upload: FlightUpload;
  readonly hint: string | undefined;
  /** How the data is sent, where the sensor decides it. */
  readonly dispatch: string | undefined;
}

/** What the tooltip of an upload's status says. */
function StatusTip({ upload, hint, dispatch }: StatusTipProps) {
  const { Status, User, Updated, Type, SensorName } = upload;
  const facts: (readonly [string, string])[] = [
    ["Upload", Type],
    ["Sensor", SensorName],
  ];
  if (User !== null) facts.push(["Updated", `${utcMinute(Updated)} by ${User}`]);
  if (dispatch !== undefined) facts.push(["Dispatch", dispatch]);
  return (
    <Box component="span" sx={{ display: "grid", gap: 0.5 }}>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {statusLabel(Status)}
      </Box>
      <Facts of={facts} />
      {hint === undefined ? null : <em>{hint}</em>}
    </Box>
  );
}

interface UploadStatusCellProps {
  readonly flight: Flight;
  readonly cell: UploadCell;
  readonly rule: CellRule;
  /** How the data is sent, where the sensor decides it. */
  readonly dispatch: string | undefined;
}

const Soon = styled("small")({ fontSize: "0.7rem", fontWeight: 500 });

/** The status of one upload, and the way to it or its menu where there is one. */
export function UploadStatusCell({ flight, cell, rule, dispatch }: UploadStatusCellProps) {
  const { glyph, tone } = statusStyle(cell.upload.Status);
  const tip = <StatusTip upload={cell.upload} hint={rule.hint} dispatch={dispatch} />;
  const soon = cell.kind === "tmImagery";
  const content = (
    <>
      {soon && rule.disabled ? null : <StatusIcon glyph={glyph} />}
      {CELL_LABEL[cell.kind]} {soon ? <Soon>{COMING_SOON}</Soon> : null}{" "}
      <VisuallyHidden>{spoken(cell, rule)}</VisuallyHidden>
    </>
  );
  if (rule.link === "menu")
    return (
      <UploadMenu flight={flight} upload={cell.upload} entries={rule.menu} tip={tip} tone={tone}>
        {content}
      </UploadMenu>
    );
  return (
    <Tooltip title={tip} describeChild>
      {rule.link === "none" ? (
        <PillText type="button" aria-disabled={rule.disabled} tone={rule.disabled ? "muted" : tone}>
          {content}
        </PillText>
      ) : (
        <PillLink
          {...uploadLink(flight, cell.upload)}
          {...(rule.link === "newTab" ? NEW_TAB : {})}
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
