import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import type { Flight } from "@swath/contract/flights";
import { Facts } from "../../../ui/facts.tsx";
import { MenuLink } from "../../../ui/menu-link.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.ts";
import { PillText } from "./pill.ts";
import { CELL_LABEL } from "./sensor-lines.ts";
import type { UploadCell } from "./sensor-lines.ts";
import { StatusIcon } from "./status-icon.tsx";
import { StatusMenu } from "./status-menu.tsx";
import { mostUrgent, statusLabel, statusLook } from "./status-look.ts";
import type { CellRule } from "./upload-cell.ts";

interface CollapsedCellProps {
  readonly flight: Flight;
  readonly cells: readonly { readonly cell: UploadCell; readonly rule: CellRule }[];
  readonly guest: boolean;
}

/** One entry for Terrain Mapper uploads that are too many to be listed; it shows the most urgent. */
export function CollapsedCell({ flight, cells, guest }: CollapsedCellProps) {
  const status = mostUrgent(cells.map(({ cell }) => cell.upload.Status));
  const { glyph, tone } = statusLook(status);
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
      entries={() =>
        cells.map(({ cell, rule }) => {
          const text = <EntryText cell={cell} hint={rule.disabled ? rule.hint : undefined} />;
          if (!hasDetails(rule))
            return (
              <MenuItem key={cell.upload._id} disabled>
                {text}
              </MenuItem>
            );
          return (
            <MenuLink
              key={cell.upload._id}
              to="/post/$flightId/uploads/$uploadId"
              params={{ flightId: flight.FlightID, uploadId: cell.upload._id }}
              {...(rule.link === "newTab" ? { target: "_blank", rel: "noopener" } : {})}
            >
              {text}
            </MenuLink>
          );
        })
      }
    >
      {content}
    </StatusMenu>
  );
}

function hasDetails({ link, menu }: CellRule): boolean {
  return link === "here" || link === "newTab" || menu.some(({ action }) => action === "details");
}

function nameOf({ kind, upload }: UploadCell): string {
  return `${CELL_LABEL[kind]}, ${upload.SensorName}`;
}

function EntryText({ cell, hint }: { cell: UploadCell; hint: string | undefined }) {
  const status = statusLabel(cell.upload.Status);
  return (
    <>
      <ListItemIcon>
        <StatusIcon glyph={statusLook(cell.upload.Status).glyph} />
      </ListItemIcon>
      <ListItemText
        primary={nameOf(cell)}
        secondary={hint === undefined ? status : `${status}. ${hint}`}
      />
    </>
  );
}
