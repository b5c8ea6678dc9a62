import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { SavedProfile } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { utcMinute } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { cloudAddress } from "../cloud-link.ts";
import { profilePictureQuery, profilesQuery, useDeleteProfile } from "./finding-queries.ts";
import { KeptPicture } from "./kept-picture.tsx";

interface SavedProfilesProps {
  readonly processingId: string;
  /** Of this job alone. */
  readonly job?: string;
  /** Opens one on this page; in a tab of its own where it is left out. */
  readonly onShow?: ((profile: SavedProfile) => void) | undefined;
  /** In a dialog there is nothing to be deleted, and nothing where there is none. */
  readonly isInDialog?: boolean;
}

/** Profiles that were saved under a name, each with a link to it and its picture. */
export function SavedProfiles({
  processingId,
  job,
  isInDialog = false,
  onShow,
}: SavedProfilesProps) {
  const query = useQuery(profilesQuery(useApi(), processingId));
  const [deleted, setDeleted] = useState<SavedProfile>();
  const profiles = query.data?.filter((profile) => job === undefined || profile.job === job);
  if (isInDialog && profiles?.length === 0) return null;
  return (
    <Box
      component="section"
      aria-labelledby="profiles-title"
      sx={isInDialog ? {} : { p: 1.5, overflow: "auto" }}
    >
      <Typography id="profiles-title" variant="h2" sx={{ fontSize: "1rem", mb: 1 }}>
        Saved profiles
      </Typography>
      <Fetched
        query={{ ...query, data: profiles }}
        loading="Loading saved profiles..."
        failed="Saved profiles could not be loaded"
      >
        {(listed) =>
          listed.length === 0 ? (
            <Box sx={{ fontSize: "0.8125rem", color: "text.secondary" }}>
              None yet. Draw a profile and save it.
            </Box>
          ) : (
            <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
              {listed.map((profile, place) => (
                <ProfileItem
                  key={profile.id}
                  profile={profile}
                  isOpen={isInDialog && place < OPEN_IN_DIALOG}
                  onShow={onShow}
                  onDelete={isInDialog ? undefined : () => setDeleted(profile)}
                />
              ))}
            </Box>
          )
        }
      </Fetched>
      {deleted === undefined ? null : (
        <DeleteDialog profile={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </Box>
  );
}

/** As many pictures are seen at once where somebody writes about them. */
const OPEN_IN_DIALOG = 3;

interface ProfileItemProps extends Pick<SavedProfilesProps, "onShow"> {
  readonly profile: SavedProfile;
  readonly isOpen: boolean;
  readonly onDelete: (() => void) | undefined;
}

function ProfileItem({ profile, isOpen, onShow, onDelete }: ProfileItemProps) {
  const { id, processingId, job, attempt, view, by, at, hasPicture, mayDelete } = profile;
  const [isPictureShown, setPictureShown] = useState(isOpen);
  const picture = profilePictureQuery(useApi(), id);
  const name = safeText(profile.name);
  const show = (event: MouseEvent): void => {
    // A link all the same, to be copied and opened elsewhere.
    if (onShow === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onShow(profile);
  };
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: "divider", pt: 1, fontSize: "0.8125rem" }}>
      <Link
        href={`${cloudAddress({ processing: processingId, job })}&attempt=${attempt}&${view}`}
        {...(onShow === undefined ? { target: "_blank", rel: "noopener" } : {})}
        onClick={show}
        sx={{ fontWeight: 700, overflowWrap: "anywhere" }}
      >
        {name}
      </Link>
      <Box sx={{ color: "text.secondary" }}>{`${job}, attempt ${attempt}`}</Box>
      <Box sx={{ color: "text.secondary" }}>
        {safeText(by)}, {utcMinute(at)}
      </Box>
      {isPictureShown && hasPicture ? (
        <KeptPicture alt={`The profile ${name}`} query={picture} />
      ) : null}
      {hasPicture ? (
        <Button
          size="small"
          aria-expanded={isPictureShown}
          aria-label={`Picture: ${name}`}
          onClick={() => setPictureShown(!isPictureShown)}
        >
          Picture
        </Button>
      ) : null}
      {mayDelete && onDelete !== undefined ? (
        <Button size="small" aria-label={`Delete: ${name}`} onClick={onDelete}>
          Delete
        </Button>
      ) : null}
    </Box>
  );
}

interface DeleteDialogProps {
  readonly profile: SavedProfile;
  readonly onClose: () => void;
}

function DeleteDialog({ profile, onClose }: DeleteDialogProps) {
  const { mutate, isPending, error } = useDeleteProfile(profile.processingId, onClose);
  return (
    <ConfirmDialog
      title="Delete the saved profile"
      about={safeText(profile.name)}
      text="Its picture goes with it, and it stands in no QA Log any more. The cloud stays as it is."
      confirm="Delete"
      destructive
      busy={isPending}
      error={error?.message}
      onConfirm={() => mutate(profile.id)}
      onCancel={onClose}
    />
  );
}
