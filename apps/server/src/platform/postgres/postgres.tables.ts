interface ExclusiveRunTable {
  name: string;
  /** A UUID of its own for each run. */
  holder: string;
  expires: Date;
}

declare module "./schema.ts" {
  interface Database {
    exclusive_runs: ExclusiveRunTable;
  }
}
