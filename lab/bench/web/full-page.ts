import type { Page, Route } from "@playwright/test";

const ROWS = 10;
/** Stages of a row, besides GPS & EO and LMS. */
const STAGES = 10;
/** Rows in turn: each menu that a status has, the longest most often. */
const STATUSES = ["COMPLETED", "FAILED", "COMPLETED", "RUNNING", "COMPLETED", "QA_COMPLETED"];

interface Document {
  readonly GPSProcStatus?: string | null;
  readonly LMSProcStatus?: string | null;
  readonly ClusterProcessing: readonly object[];
}

const stageOf = (document: Document, status: string, n: number) => ({
  ...document.ClusterProcessing[n % document.ClusterProcessing.length],
  Name: `Step${n}_Bench`,
  Label: `Step ${n}`,
  Status: status,
  status,
  Active: true,
  QAUser: null,
  Mark: null,
  allowRequireQA: true,
});

function rowOf(document: Document, index: number): object {
  const status = STATUSES[index % STATUSES.length]!;
  const isArchived = index === ROWS - 1;
  return {
    ...document,
    _id: String(index).padStart(24, "0"),
    ...("GPSProcStatus" in document
      ? { GPSProcStatus: "COMPLETED", LMSProcStatus: "COMPLETED" }
      : {}),
    DocumentMajorVersion: 4.2,
    isArchived,
    ArchiveOpens: isArchived,
    archiveS3PathLiDAR: isArchived ? "s3://archive/SL000000" : null,
    Active: true,
    deletedSuperseded: false,
    ClusterProcessing: Array.from({ length: STAGES }, (_, n) => stageOf(document, status, n)),
  };
}

const isFull = (document: Document): boolean =>
  document.GPSProcStatus !== null &&
  document.LMSProcStatus !== null &&
  document.ClusterProcessing.length > 0;

/** The rows that a list would show where each row of it had every job. */
function fullRows(documents: readonly Document[]): readonly object[] {
  const document = documents.find(isFull);
  if (document === undefined) throw new Error("the list has no row with stages");
  return Array.from({ length: ROWS }, (_, index) => rowOf(document, index));
}

/** Has the server's lists of both dashboards answered with full rows. */
export async function fillPages(page: Page): Promise<void> {
  await page.route(/\/api\/processing\/processing\?/, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: fullRows((await response.json()) as Document[]) });
  });
  await page.route(/\/api\/terrain-mapper\/processing\?/, async (route: Route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { readonly documents: Document[] };
    await route.fulfill({ response, json: { ...list, documents: fullRows(list.documents) } });
  });
}
