interface JobProgressTable {
  job_id: string;
  done: number;
  total: number;
}

declare module "../postgres/schema.ts" {
  interface Database {
    job_progress: JobProgressTable;
  }
}
