import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import { useState } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { formatBytes } from "../../ui/format/bytes.ts";
import { plural } from "../../ui/format/count.ts";
import { toggled, type FileGroup } from "./file-types.ts";

interface Props {
  readonly groups: readonly FileGroup[];
  readonly onConfirm: (selected: ReadonlySet<string>) => void;
  readonly onCancel: () => void;
}

const TITLE = "Select new files to upload";

/** Selects the types of file that an update sends; at least one. */
export function FileTypesDialog({ groups, onConfirm, onCancel }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = groups.length > 0 && selected.size === groups.length;
  const toggleAll = () => setSelected(all ? new Set() : new Set(groups.map(({ name }) => name)));
  return (
    <ModalDialog
      title={TITLE}
      width="xs"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="contained"
            disabled={selected.size === 0}
            onClick={() => onConfirm(selected)}
          >
            Confirm
          </Button>
        </>
      }
    >
      <Box component="fieldset" aria-label={TITLE} sx={{ border: 0, p: 0, m: 0 }}>
        <FormGroup>
          <FormControlLabel
            label="All"
            control={
              <Checkbox
                checked={all}
                indeterminate={selected.size > 0 && !all}
                onChange={toggleAll}
              />
            }
          />
          <Divider />
          {groups.map(({ name, files, bytes }) => (
            <FormControlLabel
              key={name}
              label={`${name} (${plural(files, "file")}, ${formatBytes(bytes)})`}
              control={
                <Checkbox
                  checked={selected.has(name)}
                  onChange={() => setSelected(toggled(selected, name))}
                />
              }
            />
          ))}
        </FormGroup>
      </Box>
    </ModalDialog>
  );
}
