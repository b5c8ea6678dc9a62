import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FailureGroup, FailureKind, ProcessingFilters } from "@swath/contract/processing";
import { useId } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { LoadFailure } from "../../ui/feedback/load-failure.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { plural } from "../../ui/format/count.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import type { GroupAnswer } from "./group-answer.tsx";
import { groupTargetsQuery } from "./failures-query.ts";

/** An answer to a group, chosen and not given yet. */
export interface ChosenAnswer {
  readonly group: FailureGroup;
  readonly action: GroupAnswer;
}

interface AnswerDialogProps {
  readonly chosen: ChosenAnswer;
  readonly filters: ProcessingFilters;
  readonly kind: FailureKind | undefined;
  readonly onClose: () => void;
}

/** Previews and gives one answer to every job of a group, as it was when the dialog opened. */
export function AnswerDialog({ chosen, filters, kind, onClose }: AnswerDialogProps) {
  const { group, action } = chosen;
  const api = useApi();
  const queries = useQueryClient();
  const visit = useId();
  const targets = useQuery(groupTargetsQuery(api, { group: group.Key, filters, kind, visit }));
  const poll = (): void => void queries.invalidateQueries({ queryKey: queryKeys.failures });
  if (targets.data === undefined || targets.data.length === 0)
    return (
      <ModalDialog title="Answer a group" onClose={onClose}>
        {targets.data !== undefined ? (
          <p>No job of this group waits for an answer any more.</p>
        ) : targets.error === null ? (
          <Waiting text="Looking for the jobs..." />
        ) : (
          <LoadFailure
            title="The jobs could not be looked for"
            failure={{ message: targets.error.message }}
            retryInMs={undefined}
            onRetry={() => void targets.refetch()}
          />
        )}
      </ModalDialog>
    );
  const named = targets.data.map(({ processingId, job, updated }) => ({
    processingId,
    job,
    updated,
  }));
  return (
    <BulkDialog
      plan={{ action, on: { targets: named }, what: plural(named.length, "failed job") }}
      list={targets.data.every(({ area }) => area === "iptm") ? "/iptm" : "/ip"}
      whileWaiting={(work) => work()}
      onClose={onClose}
      onDone={poll}
    />
  );
}
