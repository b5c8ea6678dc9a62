import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import LinkIcon from "@mui/icons-material/Link";
import Button from "@mui/material/Button";
import { may } from "@swath/contract/identity";
import { BULK_LABELS, type FailureGroup, needReason } from "@swath/contract/processing";
import { useState } from "react";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { plural } from "../../ui/format/count.ts";
import { useCopyLink } from "../../ui/snackbar/use-copy-link.tsx";
import { ActionMenu, type MenuAction } from "../../ui/status/action-menu.tsx";
import { ActionIcon } from "../actions/action-icon.tsx";
import { spokenMessage } from "./normalised-message.tsx";

/** What answers all jobs of a group at once. */
const GROUP_ANSWERS = ["resubmit", "completeQA", "completeQAWithErrors", "markIgnored"] as const;
export type GroupAnswer = (typeof GROUP_ANSWERS)[number];

interface GroupMenuProps {
  readonly group: FailureGroup;
  readonly onAnswer: (group: FailureGroup, action: GroupAnswer) => void;
}

const addressOf = ({ Key }: FailureGroup): string =>
  new URL(`/ip/failures?group=${Key}`, globalThis.location.origin).href;

/** What can be done to a whole group, and its link. */
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
