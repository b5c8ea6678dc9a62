import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import LinkIcon from "@mui/icons-material/Link";
import Button from "@mui/material/Button";
import { may } from "@swath/contract/identity";
import {
  BULK_LABELS,
  type FailureGroup,
  type FailureKind,
  needReason,
  type ProcessingFilters,
} from "@swath/contract/processing";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { plural } from "../../ui/text/format.ts";
import { useCopyLink } from "../../ui/feedback/snackbar.tsx";
import { ActionMenu, type MenuAction } from "../../ui/status/action-menu.tsx";
import { ActionIcon } from "../actions/job-menu.tsx";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { spokenMessage } from "./failure-labels.tsx";
import { groupTargetsQuery } from "./failures-query.ts";

/** The actions that answer all jobs of a group at once. */
const GROUP_ANSWERS = ["resubmit", "completeQA", "completeQAWithErrors", "markIgnored"] as const;
export type GroupAnswer = (typeof GROUP_ANSWERS)[number];

interface GroupMenuProps {
  readonly group: FailureGroup;
  readonly onAnswer: (group: FailureGroup, action: GroupAnswer) => void;
}

const addressOf = ({ Key }: FailureGroup): string =>
  new URL(`/ip/failures?group=${Key}`, globalThis.location.origin).href;

/** The menu of a group: its answers and its link. */
export function GroupMenu({ group, onAnswer }: GroupMenuProps) {
  const { roles } = useIdentity();
  const copy = useCopyLink();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const mayResubmit = may(roles, "resubmitProcessings");
  const entryOf = (action: GroupAnswer): MenuAction => {
    const isDisabled = action === "resubmit" && !mayResubmit;
    return {
      key: action,
      label: BULK_LABELS[action],
      icon: <ActionIcon action={action} />,
      detail: isDisabled ? needReason("resubmitGroup") : plural(group.Jobs, "job"),
      ...(isDisabled ? {} : { onSelect: () => onAnswer(group, action) }),
    };
  };
  const link: MenuAction = {
    key: "link",
    label: "Copy link to this group",
    icon: <LinkIcon fontSize="small" />,
    onSelect: () => void copy(addressOf(group)),
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        endIcon={<ArrowDropDown />}
        aria-label={`Answer ${plural(group.Jobs, "job")}: ${spokenMessage(group.Message)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Answer
      </Button>
      <ActionMenu
        label="Answers to the group"
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={[...GROUP_ANSWERS.map(entryOf), link]}
        dense
      />
    </>
  );
}

/** A chosen answer to a group, before its confirmation. */
export interface ChosenAnswer {
  readonly group: FailureGroup;
  readonly action: GroupAnswer;
}

interface AnswerDialogProps extends ChosenAnswer {
  readonly filters: ProcessingFilters;
  readonly kind: FailureKind | undefined;
  readonly onClose: () => void;
}

/** Previews an answer to every job of a group as it was when the dialog opened, and gives it. */
export function AnswerDialog({ group, action, filters, kind, onClose }: AnswerDialogProps) {
  const queries = useQueryClient();
  const visit = useId();
  const targets = useQuery(groupTargetsQuery(useApi(), { group: group.Key, filters, kind, visit }));
  if (targets.data === undefined || targets.data.length === 0)
    return (
      <ModalDialog title="Answer a group" onClose={onClose}>
        <LoadedPart
          query={targets}
          small
          loading="Looking for the jobs..."
          failed="The jobs could not be listed"
        >
          {() => <p>No job of this group waits for an answer any more.</p>}
        </LoadedPart>
      </ModalDialog>
    );
  const named = targets.data.map(({ processingId, job, updated }) => ({
    processingId,
    job,
    updated,
  }));
  return (
    <BulkDialog
      plan={{ action, on: { targets: named }, what: plural(named.length, "failed job") }}
      list={targets.data.every(({ area }) => area === "iptm") ? "/iptm" : "/ip"}
      whileWaiting={(work) => work()}
      onClose={onClose}
      onDone={() => void queries.invalidateQueries({ queryKey: queryKeys.failures })}
    />
  );
}
