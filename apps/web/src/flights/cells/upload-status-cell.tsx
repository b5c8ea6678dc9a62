import Tooltip from "@mui/material/Tooltip";
import { styled } from "@mui/material/styles";
import type { Flight } from "@swath/contract/flights";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { NEW_TAB, uploadLink, UploadMenu } from "./upload-menu.tsx";
import { PillLink, PillText } from "../../ui/status/status-pill.ts";
import { CELL_LABEL } from "./rules/cell-kinds.ts";
import type { UploadCell } from "./rules/sensor-lines.ts";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { statusLabel, statusStyle } from "../../data/upload-status.ts";
import { StatusTip } from "./status-tip.tsx";
import { type CellRule, COMING_SOON } from "./rules/upload-cell.ts";

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
