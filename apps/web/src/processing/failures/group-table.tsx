import ExpandMore from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import type { FailureGroup } from "@swath/contract/processing";
import type { ReactNode } from "react";
import { formatCount, utcUnlabelled } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { Lines } from "../../ui/text/hint.tsx";
import { KindPill, NormalisedMessage } from "./failure-labels.tsx";
import { type GroupAnswer, GroupMenu } from "./group-answer.tsx";

const Toggle = styled("button")({
  all: "unset",
  display: "flex",
  alignItems: "flex-start",
  gap: 8,
  width: "100%",
  cursor: "pointer",
  borderRadius: 4,
  overflowWrap: "anywhere",
  "& > svg": { flexShrink: 0, transform: "rotate(-90deg)", transition: "transform 120ms" },
  "&[aria-expanded=true] > svg": { transform: "none" },
  "&:hover > span": { textDecoration: "underline", textUnderlineOffset: 3 },
  "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: 2 },
});

interface GroupTableProps {
  readonly groups: readonly FailureGroup[];
  /** The open group's key. */
  readonly open: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
  readonly onAnswer: (group: FailureGroup, action: GroupAnswer) => void;
  /** The open group's jobs. */
  readonly children: ReactNode;
}

const numbers = { fontVariantNumeric: "tabular-nums" } as const;

function columnsOf({ open, onOpen, onAnswer }: GroupTableProps): readonly Column<FailureGroup>[] {
  return [
    {
      name: "Message",
      isRowHeader: true,
      cell: ({ Key, Message, Example }) => (
        <>
          <Toggle
            type="button"
            aria-expanded={Key === open}
            onClick={() => onOpen(Key === open ? undefined : Key)}
          >
            <ExpandMore fontSize="small" aria-hidden="true" />
            <span>
              <NormalisedMessage message={Message} />
            </span>
          </Toggle>
          <Box sx={{ ml: 3.5, color: "text.secondary", fontWeight: 400, overflowWrap: "anywhere" }}>
            Latest: <bdi>{Example}</bdi>
          </Box>
        </>
      ),
    },
    {
      name: "Kind",
      width: "14%",
      onCard: "half",
      cell: ({ Kinds }) => (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
          {Kinds.map((kind) => (
            <KindPill key={kind} kind={kind} />
          ))}
        </Box>
      ),
    },
    { name: "Jobs of", width: "13%", onCard: "half", cell: ({ Stages }) => <Lines of={Stages} /> },
    {
      name: "Jobs",
      width: "6%",
      onCard: "half",
      sx: numbers,
      cell: ({ Jobs }) => formatCount(Jobs),
    },
    {
      name: "Flights",
      width: "6%",
      onCard: "half",
      sx: numbers,
      cell: ({ Flights }) => formatCount(Flights),
    },
    {
      name: "Since (UTC)",
      width: "15%",
      onCard: "half",
      cell: ({ First, Last }) => (
        <Lines
          of={[utcUnlabelled(First), ...(First === Last ? [] : [`Latest ${utcUnlabelled(Last)}`])]}
        />
      ),
    },
    {
      name: "Answer",
      width: "10%",
      onCard: "half",
      cell: (group) => <GroupMenu group={group} onAnswer={onAnswer} />,
    },
  ];
}

/** Groups of failures; below the open one are its jobs. */
export function GroupTable(props: GroupTableProps) {
  const { groups, open, children } = props;
  return (
    <FoldingTable
      caption="Failures by message, most jobs first"
      columns={columnsOf(props)}
      rows={groups}
      minWidth={900}
      keyOf={({ Key }) => Key}
      detailOf={({ Key }) => (Key === open ? children : undefined)}
    />
  );
}
