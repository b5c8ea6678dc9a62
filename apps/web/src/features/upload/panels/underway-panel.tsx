import Typography from "@mui/material/Typography";
import { formatUtc } from "../format.ts";
import { TEXT } from "../texts.ts";
import { Notice } from "./notice.tsx";

interface Props {
  readonly user: string | null;
  /** ISO instant of the last change. */
  readonly updated: string;
}

/** Another user's upload is being sent. */
export function UnderwayPanel({ user, updated }: Props) {
  const who = user ?? "another user";
  return (
    <Notice severity="warning" title={TEXT.underway}>
      <Typography>
        {"This flight is being uploaded by "}
        <strong>{who}</strong>
        {`, last changed ${formatUtc(updated)}.`}
      </Typography>
      <Typography>{`Please contact ${who} or the Administrator to update, replace or cancel it.`}</Typography>
    </Notice>
  );
}
