declare module "./schema.ts" {
  interface Database {
    exclusive_runs: {
      name: string;
      /** A UUID of its own for each run. */
      holder: string;
      expires: Date;
    };
  }
}
