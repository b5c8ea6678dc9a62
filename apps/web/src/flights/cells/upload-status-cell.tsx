import ContentCopy from "@mui/icons-material/ContentCopy";
import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import TravelExplore from "@mui/icons-material/TravelExplore";
import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { archivePathOf } from "@swath/contract/archive";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { statusLabel, statusStyle } from "../../data/upload-status.ts";
import { useArchiveActions, useTabUploads } from "../../platform/area-contexts.ts";
import { utcMinute } from "../../ui/text/format.ts";
import { useCopyLink } from "../../ui/feedback/snackbar.tsx";
import type { MenuAction } from "../../ui/status/action-menu.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { StatusMenu } from "../../ui/status/status-menu.tsx";
import { PillLink, PillText } from "../../ui/status/status-pill.ts";
import { Facts } from "../../ui/text/hint.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { CELLS, type SensorLine, type UploadCell } from "./sensor-lines.ts";
import {
  type CellRule,
  cellRule,
  COMING_SOON,
  ENTRY_LABEL,
  type MenuEntry,
  rawTaken,
} from "./upload-cell.ts";

const ICON: Readonly<Record<MenuEntry["action"], typeof ContentCopy>> = {
  copyLink: ContentCopy,
  details: InfoOutlined,
  copyArchiveLink: FolderZipOutlined,
  browseArchive: TravelExplore,
};

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
  const actionsOf = useEntryActions(flight);
  const { glyph, tone } = statusStyle(cell.upload.Status);
  const tip = <StatusTip upload={cell.upload} hint={rule.hint} dispatch={dispatch} />;
  const soon = cell.kind === "tmImagery";
  const content = (
    <>
      {soon && rule.disabled ? null : <StatusIcon glyph={glyph} />}
      {CELLS[cell.kind].label} {soon ? <Soon>{COMING_SOON}</Soon> : null}{" "}
      <VisuallyHidden>{spoken(cell, rule)}</VisuallyHidden>
    </>
  );
  if (rule.link === "menu")
    return (
      <StatusMenu tip={tip} tone={tone} actions={actionsOf(cell.upload, rule.menu)}>
        {content}
      </StatusMenu>
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

/** The menu entries of a flight's uploads as actions; an archive is browsed only where that is offered. */
export function useEntryActions(flight: Flight) {
  const archive = useArchiveActions();
  const copy = useCopyLink();
  const actionOf = (upload: FlightUpload, entry: MenuEntry): MenuAction => {
    const Icon = ICON[entry.action];
    const label = ENTRY_LABEL[entry.action];
    const icon = <Icon fontSize="small" />;
    if (entry.action === "details")
      return { key: "details", label, icon, link: uploadLink(flight, upload) };
    if (entry.action === "browseArchive")
      return {
        key: "browse",
        label,
        icon,
        onSelect: () => archive?.browse(archivePathOf(flight, upload.Type)),
      };
    const { link } = entry;
    return { key: link, label, icon, detail: link, code: true, onSelect: () => void copy(link) };
  };
  return (upload: FlightUpload, entries: readonly MenuEntry[]): readonly MenuAction[] =>
    entries
      .filter(({ action }) => action !== "browseArchive" || archive !== undefined)
      .map((entry) => actionOf(upload, entry));
}

/** Where the details of an upload are. */
export function uploadLink(flight: Flight, upload: FlightUpload) {
  return {
    to: "/post/$flightId/uploads/$uploadId",
    params: { flightId: flight.FlightID, uploadId: upload._id },
  } as const;
}

export const NEW_TAB = { target: "_blank", rel: "noopener" } as const;

/** How the status cells of a flight's sensor behave for this user, in this tab. */
export function useCellRules(flight: Flight, line: SensorLine, guest: boolean) {
  const tabUploads = useTabUploads();
  return (cell: UploadCell): CellRule =>
    cellRule({
      ...cell,
      flight,
      rawTaken: rawTaken(
        line.uploads.filter(({ SensorName }) => SensorName === cell.upload.SensorName),
      ),
      guest,
      tabUploads,
    });
}
