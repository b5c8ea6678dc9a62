import type { Flight } from "@swath/contract/flights";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import type { MenuAction } from "../../ui/status/action-menu.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { StatusMenu } from "../../ui/status/status-menu.tsx";
import { PillText } from "../../ui/status/status-pill.ts";
import { Facts } from "../../ui/text/hint.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { CELLS, type UploadCell } from "./sensor-lines.ts";
import { type CellRule, hasDetails } from "./upload-cell.ts";
import { mostUrgent, statusLabel, statusStyle } from "../../data/upload-status.ts";
import { NEW_TAB, uploadLink, useEntryActions } from "./upload-status-cell.tsx";

interface RuledCell {
  readonly cell: UploadCell;
  readonly rule: CellRule;
}

interface CollapsedCellProps {
  readonly flight: Flight;
  readonly cells: readonly RuledCell[];
  readonly guest: boolean;
}

/** One entry for Terrain Mapper uploads that are too many to be listed; it shows the most urgent. */
export function CollapsedCell({ flight, cells, guest }: CollapsedCellProps) {
  const actionsOf = useEntryActions(flight);
  const status = mostUrgent(cells.map(({ cell }) => cell.upload.Status));
  const { glyph, tone } = statusStyle(status);
  const tip = (
    <Facts of={cells.map(({ cell }) => [nameOf(cell), statusLabel(cell.upload.Status)])} />
  );
  const content = (
    <>
      <StatusIcon glyph={glyph} />
      Terrain Mapper ×{cells.length} <VisuallyHidden>{statusLabel(status)}</VisuallyHidden>
    </>
  );
  if (guest)
    return (
      <Tooltip title={tip} describeChild>
        <PillText type="button" tone={tone}>
          {content}
        </PillText>
      </Tooltip>
    );
  return (
    <StatusMenu
      tip={tip}
      tone={tone}
      actions={cells.flatMap((each) => [headOf(flight, each), ...belowOf(each, actionsOf)])}
    >
      {content}
    </StatusMenu>
  );
}

/** The upload itself, which leads to its details where it has any. */
function headOf(flight: Flight, { cell, rule }: RuledCell): MenuAction {
  const status = statusLabel(cell.upload.Status);
  const hint = rule.disabled ? rule.hint : undefined;
  const link = uploadLink(flight, cell.upload);
  return {
    key: cell.upload._id,
    label: nameOf(cell),
    icon: <StatusIcon glyph={statusStyle(cell.upload.Status).glyph} />,
    detail: hint === undefined ? status : `${status}. ${hint}`,
    ...(hasDetails(rule) ? { link: rule.link === "newTab" ? { ...link, ...NEW_TAB } : link } : {}),
  };
}

/** What else its own menu would offer, below it. */
function belowOf(
  { cell, rule }: RuledCell,
  actionsOf: ReturnType<typeof useEntryActions>,
): readonly MenuAction[] {
  const entries = rule.menu.filter(({ action }) => action !== "details");
  const name = nameOf(cell);
  return actionsOf(cell.upload, entries).map((action) =>
    Object.assign({}, action, {
      key: `${cell.upload._id} ${action.key}`,
      detail: action.detail ?? name,
      inset: true,
    }),
  );
}

function nameOf({ kind, upload }: UploadCell): string {
  return `${CELLS[kind].label}, ${upload.SensorName}`;
}
