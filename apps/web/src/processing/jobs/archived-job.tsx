import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { type ComponentProps, useState } from "react";
import { ActionMenu } from "../../ui/status/action-menu.tsx";
import { PillButton, StepButton } from "../../ui/status/status-pill.ts";
import type { StatusMenu } from "../../ui/status/status-menu.tsx";

type ArchivedJobProps = ComponentProps<typeof StatusMenu> & { readonly onOpen: () => void };

/**
 * An archived status: a click validates the archive and opens it (document 3, section 4.2), the arrow
 * beside it opens the menu.
 */
export function ArchivedJob(props: ArchivedJobProps) {
  const { tip, label, Button = PillButton, actions, children, onOpen, ...look } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isStep = Button === StepButton;
  return (
    <Box component="span" sx={{ display: "inline-flex", position: "relative" }}>
      <Tooltip title={tip} describeChild>
        <Button
          type="button"
          aria-label={`${label}, validates and opens the archive`}
          {...look}
          onClick={onOpen}
        >
          {children}
        </Button>
      </Tooltip>
      <IconButton
        size="small"
        aria-label={`${label}, actions`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ p: 0, width: isStep ? 18 : 24, ...(isStep ? CORNER : {}) }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ArrowDropDown sx={{ fontSize: 16 }} />
      </IconButton>
      <ActionMenu
        label={label ?? null}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={actions}
        dense
      />
    </Box>
  );
}

const CORNER = { position: "absolute", top: 0, right: 0, height: 24 } as const;
