import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import {
  type View,
  VIEW_NAME_LENGTH,
  type ViewContent,
  type ViewList,
} from "@swath/contract/views";
import { useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { contentOf, useKeepView, viewFault } from "./view-queries.ts";

interface NameViewDialogProps {
  /** The view to rename; undefined saves what the page shows as a new one. */
  readonly view: View | undefined;
  readonly content: ViewContent;
  readonly onDone: () => void;
}

const READERS: Readonly<Record<ViewList, string>> = {
  flights: "everyone who sees flights",
  processing: "everyone who sees processings",
  "terrain-mapper": "everyone who sees the Terrain Mapper's processings",
};

/** Asks for the name of a view, and of a new one whether it is shared. */
export function NameViewDialog({ view, content, onDone }: NameViewDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { name: view?.name ?? "", shared: view?.shared ?? false },
    mode: "onChange",
  });
  const keep = useKeepView(content.list, onDone);
  const submit = handleSubmit(({ name, shared }) =>
    keep.mutate({
      id: view?.id,
      body: { ...contentOf(view ?? content), name: name.trim(), shared },
    }),
  );
  return (
    <ModalDialog
      title={view === undefined ? "Save view" : "Rename view"}
      width="xs"
      onClose={onDone}
      onSubmit={() => void submit()}
      focusFirst={first}
      contentSx={{ display: "grid", gap: 1, pt: "8px !important" }}
      actions={
        <>
          <Button onClick={onDone}>Cancel</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={!formState.isValid}
            loading={keep.isPending}
          >
            {view === undefined ? "Save" : "Rename"}
          </Button>
        </>
      }
    >
      <TextInput
        control={control}
        name="name"
        label="Name"
        required
        inputRef={first}
        maxLength={VIEW_NAME_LENGTH}
        error={keep.error === null ? undefined : viewFault(keep.error)}
      />
      {view === undefined ? (
        <Controller
          control={control}
          name="shared"
          render={({ field: { value, onChange } }) => (
            <FormControlLabel
              control={<Checkbox checked={value} onChange={onChange} />}
              label={`Share with ${READERS[content.list]}`}
            />
          )}
        />
      ) : null}
    </ModalDialog>
  );
}
