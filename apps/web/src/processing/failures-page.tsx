import FilterAltOff from "@mui/icons-material/FilterAltOff";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import {
  type FailureGroup,
  type FailureKind,
  FAILURES_PAGE_SIZE,
  type ProcessingFilters,
} from "@swath/contract/processing";
import { useState } from "react";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { Loaded } from "../ui/feedback/loaded.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import type { OnFilters } from "../ui/filters/filter-controls.tsx";
import { PageOfRows } from "../ui/table/pages.tsx";
import { DashboardHead } from "./dashboard/dashboard-head.tsx";
import { KindChoice } from "./failures/failure-labels.tsx";
import { failureGroupQuery, failureGroupsQuery } from "./failures/failures-query.ts";
import { AnswerDialog, type ChosenAnswer, type GroupAnswer } from "./failures/group-answer.tsx";
import {
  ActingFailures,
  GroupJobs,
  type JobsOfGroup,
  useGroupJobs,
} from "./failures/group-jobs.tsx";
import { GroupTable } from "./failures/group-table.tsx";
import { PAGE } from "../ui/page/page-layout.ts";

const LOADING = "Loading failures...";
const NOUNS = ["message", "messages"] as const;

interface FailuresPageProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filters: ProcessingFilters;
  readonly onFilters: OnFilters<ProcessingFilters>;
  /** Undefined: all kinds. */
  readonly kind: FailureKind | undefined;
  readonly onKind: (kind: FailureKind | undefined) => void;
  /** The group that is open, and the page of its jobs. */
  readonly group: string | undefined;
  readonly onGroup: (key: string | undefined) => void;
  readonly jobsPage: number;
  readonly onJobsPage: (page: number) => void;
}

/** The failure inbox: unanswered failures by message. */
export function FailuresPage(props: FailuresPageProps) {
  const { page, onPage, filters, onFilters, kind, onKind, group, onGroup } = props;
  usePageTitle(page === 1 ? "Failures" : `Failures, page ${page}`);
  const query = usePolledQuery(failureGroupsQuery(useApi(), { page, filters, kind }));
  const { data, isPlaceholderData: isStale } = query;
  const isFiltered =
    kind !== undefined || Object.values(filters).some((text) => text !== undefined);
  const isElsewhere =
    group !== undefined && data !== undefined && !data.items.some(({ Key }) => Key === group);
  const [chosen, setChosen] = useState<ChosenAnswer>();
  const onAnswer = (of: FailureGroup, action: GroupAnswer): void =>
    setChosen({ group: of, action });
  const jobs = useGroupJobs({ group, page: props.jobsPage, filters, kind });
  const groups = { ...props, open: group, onAnswer, jobs };
  return (
    <ActingFailures jobs={jobs}>
      <Box sx={PAGE}>
        <DashboardHead
          title="Failures"
          query={query}
          loading={LOADING}
          filters={filters}
          onFilters={onFilters}
          total={isStale ? undefined : data?.total}
          nouns={NOUNS}
        />
        <Box>
          <KindChoice kind={kind} onKind={onKind} />
        </Box>
        {isElsewhere ? (
          <LinkedGroup {...groups} group={group} onClose={() => onGroup(undefined)} />
        ) : null}
        <Loaded query={query} loading={LOADING} failed="Failures could not be loaded">
          {(list) => (
            <PageOfRows
              label="Pages of failures"
              list={list}
              isStale={isStale}
              page={page}
              pageSize={FAILURES_PAGE_SIZE}
              onPage={onPage}
              empty={
                <NoFailures
                  page={page}
                  onPage={onPage}
                  isFiltered={isFiltered}
                  onShowAll={() => onFilters({}, false)}
                />
              }
            >
              <Groups {...groups} groups={list.items} />
            </PageOfRows>
          )}
        </Loaded>
        {chosen === undefined ? null : (
          <AnswerDialog
            {...chosen}
            filters={filters}
            kind={kind}
            onClose={() => setChosen(undefined)}
          />
        )}
      </Box>
    </ActingFailures>
  );
}

interface GroupsProps extends Pick<
  FailuresPageProps,
  "filters" | "kind" | "onGroup" | "jobsPage" | "onJobsPage"
> {
  readonly groups: readonly FailureGroup[];
  readonly open: string | undefined;
  readonly jobs: JobsOfGroup;
  readonly onAnswer: (group: FailureGroup, action: GroupAnswer) => void;
}

/** Groups with the jobs of the open one. */
function Groups({ groups, open, jobs, onAnswer, onGroup, jobsPage, onJobsPage }: GroupsProps) {
  return (
    <GroupTable groups={groups} open={open} onOpen={onGroup} onAnswer={onAnswer}>
      {open === undefined ? null : <GroupJobs jobs={jobs} page={jobsPage} onPage={onJobsPage} />}
    </GroupTable>
  );
}

interface LinkedGroupProps extends Omit<GroupsProps, "groups"> {
  readonly group: string;
  readonly onClose: () => void;
}

/** The group of a link that is not on this page, or a note that it was answered. */
function LinkedGroup({ group, onClose, ...rest }: LinkedGroupProps) {
  const { filters, kind } = rest;
  const query = usePolledQuery(failureGroupQuery(useApi(), group, { filters, kind }));
  if (query.data === null)
    return (
      <Alert
        severity="success"
        action={
          <Button color="inherit" size="small" onClick={onClose}>
            Close
          </Button>
        }
      >
        No job of this group waits for an answer any more.
      </Alert>
    );
  return (
    <Loaded query={query} loading={LOADING} failed="The group of this link could not be loaded">
      {(found) => (found === null ? null : <Groups {...rest} groups={[found]} />)}
    </Loaded>
  );
}

interface NoFailuresProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
}

/** The replacement for an empty list: nothing waits, or the filters find nothing. */
function NoFailures({ page, onPage, isFiltered, onShowAll }: NoFailuresProps) {
  if (page > 1)
    return (
      <Notice Icon={FilterAltOff} title="This page has no failures">
        <Button variant="outlined" onClick={() => onPage(1)}>
          Go to the first page
        </Button>
      </Notice>
    );
  if (isFiltered)
    return (
      <Notice Icon={FilterAltOff} title="No failures match these filters">
        <Button variant="outlined" onClick={onShowAll}>
          Show all failures
        </Button>
      </Notice>
    );
  return (
    <Notice Icon={TaskAlt} title="No failures wait for an answer">
      A job that fails, ends with errors or has to be processed by hand is listed here, and so is
      one that is completed with failures while its QA is due. It leaves when it runs again, when
      its QA is completed, when it is ignored, processed by hand or marked as completed, and when it
      is superseded or archived.
    </Notice>
  );
}
