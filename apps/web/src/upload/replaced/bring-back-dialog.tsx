import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import { MAX_NAMED_FILES, MOVE_REASON_LENGTH, type Replacement } from "@swath/contract/uploads";
import { useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { formatCount } from "../../ui/format/count.ts";
import { replacementsQuery } from "../upload-queries.ts";
import type { ReplacedOf } from "./replaced-files.tsx";
import { replacementTitle } from "./replaced-text.ts";

interface Props extends Pick<ReplacedOf, "flightId" | "uploadId" | "owner"> {
  readonly replacement: Replacement;
  readonly title: string;
  /** Undefined: all of the replacement. */
  readonly paths: readonly string[] | undefined;
  readonly onClose: () => void;
}

const TEXT =
  "The chosen files take their places again. What stands there now is kept as replaced, and can be brought back in turn. Files that the update added stay.";

/** Asks before files are brought back; of another's data for the reason. */
export function BringBackDialog({ owner, replacement, title, paths, onClose, ...of }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const [isDirty, setDirty] = useState(false);
  useUnfinishedWork(isDirty);
  const order = useMutation({
    mutationFn: (reason: string) =>
      api.call(endpoints.bringBack, {
        params: { ...of, replacement: `${replacement.id}` },
        body: {
          ...(paths === undefined ? {} : { paths: [...paths] }),
          ...(reason === "" ? {} : { reason }),
        },
      }),
    onSuccess: (listed) => {
      const { queryKey } = replacementsQuery(api, of.flightId, of.uploadId);
      queries.setQueryData(queryKey, listed);
      onClose();
    },
  });
  const tooMany = paths !== undefined && paths.length > MAX_NAMED_FILES;
  const limit = `Choose all files, or ${formatCount(MAX_NAMED_FILES)} at most.`;
  return (
    <ReasonDialog
      title={title}
      about={replacementTitle(replacement)}
      text={owner === null ? TEXT : `${TEXT} This data belongs to ${owner}.`}
      label="Reason"
      required={owner !== null}
      maxLength={MOVE_REASON_LENGTH}
      busy={order.isPending}
      error={tooMany ? limit : order.error?.message}
      onDirty={setDirty}
      onConfirm={(reason) => {
        if (!tooMany) order.mutate(reason);
      }}
      onCancel={onClose}
    />
  );
}
