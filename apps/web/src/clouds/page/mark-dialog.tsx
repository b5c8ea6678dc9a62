import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import MenuItem from "@mui/material/MenuItem";
import {
  FINDING_KINDS,
  FINDING_LENGTH,
  type FindingKind,
  type NewFinding,
  type NewProfile,
  PROFILE_NAME_LENGTH,
} from "@swath/contract/processing";
import { type ReactNode, useRef } from "react";
import { useForm } from "react-hook-form";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useMarkFinding, useSaveProfile } from "../../data/findings/finding-queries.ts";

/** A place that is about to be marked. */
export type MarkedPlace = Omit<NewFinding, "kind" | "words">;

interface MarkDialogProps {
  readonly place: MarkedPlace;
  readonly onClose: () => void;
}

/** Asks what is wrong at a place, and marks it. */
export function MarkDialog({ place, onClose }: MarkDialogProps) {
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { kind: "heightStep" as FindingKind, words: "" },
    mode: "onChange",
  });
  const { mutate, isPending, error } = useMarkFinding(place.processingId, onClose);
  const first = useRef<HTMLElement>(null);
  const { x, y, z } = place.place;
  return (
    <ModalDialog
      title="Mark a finding"
      about={place.job}
      focusFirst={first}
      onClose={isPending ? undefined : onClose}
      onSubmit={() => void handleSubmit((values) => mutate({ ...place, ...values }))()}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <Actions isPending={isPending} isValid={formState.isValid} onClose={onClose}>
          Mark
        </Actions>
      }
    >
      <DialogContentText>
        {`At ${[x, y, z].map((value) => value.toFixed(3)).join(", ")}${place.line === null ? "" : ` on line ${place.line}`}.`}
      </DialogContentText>
      <TextInput control={control} name="kind" label="What is wrong" sx={{ mt: 1 }}>
        {Object.entries(FINDING_KINDS).map(([kind, label]) => (
          <MenuItem key={kind} value={kind}>
            {label}
          </MenuItem>
        ))}
      </TextInput>
      <TextInput
        control={control}
        inputRef={first}
        name="words"
        label="Description"
        required
        lines={3}
        maxLength={FINDING_LENGTH}
        sx={{}}
      />
      <Picture alt="The profile as it is marked" picture={place.picture} />
      {error === null ? null : <Alert severity="error">{error.message}</Alert>}
    </ModalDialog>
  );
}

interface ActionsProps {
  readonly isPending: boolean;
  readonly isValid: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const Actions = ({ isPending, isValid, onClose, children }: ActionsProps) => (
  <>
    <Button onClick={onClose} disabled={isPending}>
      Cancel
    </Button>
    <Button type="submit" variant="contained" loading={isPending} disabled={!isValid}>
      {children}
    </Button>
  </>
);

interface PictureProps {
  readonly alt: string;
  readonly picture: string | null;
}

const Picture = ({ alt, picture }: PictureProps) =>
  picture === null ? null : (
    <Box
      component="img"
      alt={alt}
      src={`data:image/jpeg;base64,${picture}`}
      sx={{ maxWidth: 1, border: 1, borderColor: "divider" }}
    />
  );

/** A profile that is about to be saved. */
export type ShownProfile = Omit<NewProfile, "name">;

interface SaveDialogProps {
  readonly profile: ShownProfile;
  readonly onClose: () => void;
}

/** Asks for the name of a profile, and saves it. */
export function SaveDialog({ profile, onClose }: SaveDialogProps) {
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { name: "" },
    mode: "onChange",
  });
  const { mutate, isPending, error } = useSaveProfile(profile.processingId, onClose);
  const first = useRef<HTMLElement>(null);
  return (
    <ModalDialog
      title="Save the profile"
      about={profile.job}
      focusFirst={first}
      onClose={isPending ? undefined : onClose}
      onSubmit={() => void handleSubmit(({ name }) => mutate({ ...profile, name }))()}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <Actions isPending={isPending} isValid={formState.isValid} onClose={onClose}>
          Save
        </Actions>
      }
    >
      <TextInput
        control={control}
        inputRef={first}
        name="name"
        label="Name"
        required
        maxLength={PROFILE_NAME_LENGTH}
        sx={{ mt: 1 }}
      />
      <Picture alt="The profile as it is saved" picture={profile.picture} />
      {error === null ? null : <Alert severity="error">{error.message}</Alert>}
    </ModalDialog>
  );
}
