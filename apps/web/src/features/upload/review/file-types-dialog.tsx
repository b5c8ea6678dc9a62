import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import { useId, useState } from "react";
import { plural } from "../format.ts";
import { formatBytes } from "../../../ui/bytes.ts";
import { toggled, type FileGroup } from "./file-types.ts";

interface Props {
  readonly groups: readonly FileGroup[];
  readonly onConfirm: (selected: ReadonlySet<string>) => void;
  readonly onCancel: () => void;
}

/** Selects the types of file that an update sends; at least one. */
export function FileTypesDialog({ groups, onConfirm, onCancel }: Props) {
  const title = useId();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = groups.length > 0 && selected.size === groups.length;
  const toggleAll = () => setSelected(all ? new Set() : new Set(groups.map(({ name }) => name)));
  return (
    <Dialog open onClose={onCancel} aria-labelledby={title} maxWidth="xs" fullWidth>
      <DialogTitle id={title}>Select new files to upload</DialogTitle>
      <DialogContent>
        <Box component="fieldset" aria-labelledby={title} sx={{ border: 0, p: 0, m: 0 }}>
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
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="contained"
          disabled={selected.size === 0}
          onClick={() => onConfirm(selected)}
        >
          Confirm
        </Button>
      </DialogActions>
    </Dialog>
  );
}
