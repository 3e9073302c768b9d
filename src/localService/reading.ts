/** What reading an upload's rows came to. With a problem, the rows before it are kept and the job will fail. */
export interface Reading {
  readonly columns: readonly string[];
  readonly problem?: string;
}
