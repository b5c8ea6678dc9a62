import FilterList from "@mui/icons-material/FilterList";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import { type ReactNode, useState } from "react";

interface HeadPopoverProps<Value> {
  /** Of the column. */
  readonly name: string;
  /** How many values are set. */
  readonly count: number;
  readonly value: Value;
  readonly none: Value;
  /** Whether a value can be filtered by. */
  readonly isValid: (value: Value) => boolean;
  readonly onValue: (value: Value) => void;
  readonly children: (value: Value, onValue: (value: Value) => void) => ReactNode;
}

/** A column's name with its filter: a popover whose value counts by OK, and is taken away by Clear. */
export function HeadPopover<Value>(props: HeadPopoverProps<Value>) {
  const { name, count, value, none, isValid, onValue, children } = props;
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [draft, setDraft] = useState(value);
  const close = (): void => setAnchor(undefined);
  const choose = (chosen: Value): void => {
    onValue(chosen);
    close();
  };
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.25 }}>
      {name}
      <IconButton
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-label={count === 0 ? `Filter by ${name}` : `Filter by ${name}, ${count} set`}
        color={count === 0 ? "default" : "primary"}
        onClick={({ currentTarget }) => {
          setDraft(value);
          setAnchor(currentTarget);
        }}
        sx={{ p: 0.25 }}
      >
        <Badge badgeContent={count === 0 ? null : count} color="secondary">
          <FilterList fontSize="small" />
        </Badge>
      </IconButton>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": `Filter by ${name}` } }}
      >
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid(draft)) choose(draft);
          }}
          sx={{ p: 2, width: 320, display: "grid", gap: 1.5 }}
        >
          {children(draft, setDraft)}
          <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
            <Button onClick={() => choose(none)}>Clear</Button>
            <Button type="submit" variant="contained" disabled={!isValid(draft)}>
              OK
            </Button>
          </Box>
        </Box>
      </Popover>
    </Box>
  );
}
